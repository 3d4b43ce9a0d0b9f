#include "parse/outer.h"

#include "parse/bracket.h"
#include "parse/place.h"

uint64_t outer_mix(uint64_t v, struct str s)
{
    for (size_t i = 0; i <= s.n; i++) {
        v ^= i < s.n ? (unsigned char)s.p[i] : 0;
        v *= UINT64_C(0x100000001b3);
    }
    return v;
}

void outer_clear(struct outer *x)
{
    memset(x, 0, sizeof *x);
    x->severity = x->facility = -1;
    x->pid = -1;
}

enum level outer_level(int severity)
{
    static const enum level levels[] = {LEVEL_CRITICAL, LEVEL_CRITICAL, LEVEL_CRITICAL,
                                        LEVEL_ERROR,    LEVEL_WARNING,  LEVEL_INFO,
                                        LEVEL_INFO,     LEVEL_DEBUG};
    return severity >= 0 && (size_t)severity < COUNT_OF(levels) ? levels[severity]
                                                                : LEVEL_NONE;
}

static void set(struct str *field, struct str value)
{
    if (field->n == 0)
        *field = value;
}

/* An id that is the word for none, or no request id, is none. */
static void fill_context(const struct str *t, struct record *r)
{
    if (bracket_is_request_id(t[OUTER_REQUEST_ID]))
        set(&r->request_id, t[OUTER_REQUEST_ID]);
    set(&r->project_id, bracket_value(t[OUTER_PROJECT_ID]));
    set(&r->project_name, bracket_value(t[OUTER_PROJECT_NAME]));
    set(&r->user_id, bracket_value(t[OUTER_USER_ID]));
    set(&r->user_name, bracket_value(t[OUTER_USER_NAME]));
}

void outer_fill(const struct outer *x, const struct sender *place, struct record *r,
                struct arena *a, bool copy)
{
    struct sender *s = arena_alloc(a, sizeof *s);
    struct str t[OUTER_TEXTS];

    for (size_t i = 0; i < OUTER_TEXTS; i++)
        t[i] = copy ? arena_str(a, x->text[i]) : x->text[i];
    *s = (struct sender){
        .unit = t[OUTER_UNIT],
        .identifier = t[OUTER_IDENTIFIER],
        .container_name = t[OUTER_CONTAINER_NAME],
        .container_id = t[OUTER_CONTAINER_ID],
        .image = t[OUTER_IMAGE],
        .pod = t[OUTER_POD],
        .namespace = t[OUTER_NAMESPACE],
        .file = t[OUTER_FILE],
        .msgid = t[OUTER_MSGID],
        .severity = x->severity,
        .facility = x->facility,
    };
    place_fill(place, s);
    r->sender = s;
    set(&r->host, t[OUTER_HOST]);
    set(&r->logger, t[OUTER_LOGGER]);
    set(&r->thread_name, t[OUTER_THREAD_NAME]);
    set(&r->process_name, t[OUTER_PROCESS_NAME]);
    if (r->origin_file.n == 0 && t[OUTER_CODE_FILE].n) {
        r->origin_file = t[OUTER_CODE_FILE];
        r->origin_function = t[OUTER_CODE_FUNCTION];
        r->origin_line = x->code_line;
    }
    fill_context(t, r);
    if (r->level == LEVEL_NONE)
        r->level = x->level;
    if (r->pid < 0)
        r->pid = x->pid;
}
