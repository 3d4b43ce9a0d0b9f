#include "parse/object.h"

#include "parse/journal.h"
#include "base/json.h"

/* What keys were seen; alone, none of these tells. */
enum {
    SEEN_MESSAGE = 1 << 0,
    SEEN_LOG = 1 << 1, /* as a string */
    SEEN_STREAM = 1 << 2,
    SEEN_TIME = 1 << 3,
    SEEN_SHIPPED = 1 << 4,
    SEEN_ECS = 1 << 5,
    SEEN_EVENT = 1 << 6,
    SEEN_LEVEL = 1 << 7,
    SEEN_FUNCTION = 1 << 8,
    SEEN_NAME = 1 << 9,
    SEEN_PAYLOAD = 1 << 10,
    SEEN_LINE = 1 << 11,
    SEEN_LABELS = 1 << 12,
    SEEN_CONTAINER = 1 << 13,
    SEEN_DATE = 1 << 14,
};

struct row {
    struct str key;
    enum object object; /* OBJECT_NONE: it takes more than this key */
    unsigned seen;
};

static const struct row rows[] = {
    {STR_INIT("message"),       OBJECT_NONE,   SEEN_MESSAGE },
    {STR_INIT("levelname"),     OBJECT_OSLO,   0            },
    {STR_INIT("log"),           OBJECT_NONE,   SEEN_LOG     },
    {STR_INIT("stream"),        OBJECT_NONE,   SEEN_STREAM  },
    {STR_INIT("time"),          OBJECT_NONE,   SEEN_TIME    },
    {STR_INIT("@timestamp"),    OBJECT_NONE,   SEEN_SHIPPED },
    {STR_INIT("timestamp"),     OBJECT_NONE,   SEEN_SHIPPED },
    {STR_INIT("kubernetes"),    OBJECT_NONE,   SEEN_SHIPPED },
    {STR_INIT("ecs"),           OBJECT_NONE,   SEEN_ECS     },
    {STR_INIT("event"),         OBJECT_NONE,   SEEN_EVENT   },
    {STR_INIT("level"),         OBJECT_NONE,   SEEN_LEVEL   },
    {STR_INIT("name"),          OBJECT_NONE,   SEEN_NAME    },
    {STR_INIT("funcname"),      OBJECT_NONE,   SEEN_FUNCTION},
    {STR_INIT("Payload"),       OBJECT_NONE,   SEEN_PAYLOAD },
    {STR_INIT("line"),          OBJECT_NONE,   SEEN_LINE    },
    {STR_INIT("labels"),        OBJECT_NONE,   SEEN_LABELS  },
    {STR_INIT("container_name"), OBJECT_NONE,  SEEN_CONTAINER},
    {STR_INIT("date"),          OBJECT_NONE,   SEEN_DATE    },
    {STR_INIT("syslogtag"),     OBJECT_SHIPPED, 0           },
    {STR_INIT("short_message"), OBJECT_SHIPPED, 0           },
    {STR_INIT("python_module"), OBJECT_KOLLA,  0            },
    {STR_INIT("programname"),   OBJECT_KOLLA,  0            },
    {STR_INIT("_source"),       OBJECT_SOURCE, 0            },
};

static enum object of_key(struct str key, unsigned *seen)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!str_eq(rows[i].key, key))
            continue;
        *seen |= rows[i].seen;
        return rows[i].object;
    }
    if (str_eq(key, STR("logclass")) && (*seen & SEEN_ECS) && (*seen & SEEN_EVENT))
        return OBJECT_EVENT;
    return journal_is_field(key) ? OBJECT_JOURNAL : OBJECT_NONE;
}

static enum object of_all(unsigned seen)
{
    const unsigned fluent = SEEN_MESSAGE | SEEN_NAME | SEEN_LEVEL | SEEN_FUNCTION;

    if ((seen & fluent) == fluent)
        return OBJECT_FLUENT;
    if ((seen & SEEN_LOG) && (seen & (SEEN_CONTAINER | SEEN_DATE)))
        return OBJECT_SHIPPED;
    if ((seen & SEEN_LINE) && (seen & SEEN_LABELS) && (seen & SEEN_SHIPPED))
        return OBJECT_SHIPPED;
    if ((seen & SEEN_LOG) && !(seen & (SEEN_SHIPPED | SEEN_MESSAGE)) &&
        (seen & (SEEN_STREAM | SEEN_TIME)))
        return OBJECT_DOCKER;
    if ((seen & SEEN_SHIPPED) && (seen & (SEEN_MESSAGE | SEEN_LOG)))
        return OBJECT_SHIPPED;
    return seen & SEEN_PAYLOAD ? OBJECT_KOLLA : OBJECT_NONE;
}

/* Keys are compared as they are written: one with an escape in it is none of those above. */
static enum object look(struct str text, struct arena *a)
{
    struct json j;
    struct str key;
    unsigned seen = 0;
    enum object o;

    json_init(&j, text, a);
    if (!json_open(&j, '{'))
        return OBJECT_NONE;
    while (json_key(&j, &key)) {
        if ((o = of_key(key, &seen)) != OBJECT_NONE)
            return o;
        /* In Filebeat's documents it is an object, which holds no text. */
        if ((seen & SEEN_LOG) && key.n == 3 && key.p[0] == 'l' && !json_is_string(&j))
            seen &= ~(unsigned)SEEN_LOG;
        json_skip(&j);
    }
    return of_all(seen);
}

enum object object_of(struct reading *in, struct str text)
{
    if (text.n == 0 || text.p[0] != '{')
        return OBJECT_NONE;
    if (in->object_text.p != text.p || in->object_text.n != text.n) {
        in->object = look(text, in->arena);
        in->object_text = text;
    }
    return in->object;
}
