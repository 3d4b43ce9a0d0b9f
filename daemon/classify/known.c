#include "classify/known.h"

#include <stdlib.h>

enum { SLOTS = 256, KEY_BYTES = 256, TEXTS = 5 };

/* A text of the answer, where it was cut from one of the sender's: which, and from what byte. */
struct cut {
    size_t text; /* TEXTS: from none of them */
    size_t at;
};

struct slot {
    const struct stream *stream;
    unsigned number;
    size_t key_n; /* 0: nothing is remembered here */
    char key[KEY_BYTES];
    struct owner owner;
    struct cut name, type;
};

struct known {
    struct slot slots[SLOTS];
};

struct known *known_new(void)
{
    return mem_new(sizeof(struct known));
}

void known_free(struct known *k)
{
    free(k);
}

static void texts_of(const struct sender *s, struct str out[TEXTS])
{
    out[0] = s->unit;
    out[1] = s->container_name;
    out[2] = s->pod;
    out[3] = s->file;
    out[4] = s->identifier;
}

/* The texts, each with a zero behind it; 0: they are too long to be remembered. */
static size_t make_key(const struct str texts[TEXTS], char key[KEY_BYTES])
{
    size_t n = 0;

    for (size_t i = 0; i < TEXTS; i++) {
        if (texts[i].n >= KEY_BYTES - n)
            return 0;
        if (texts[i].n)
            memcpy(key + n, texts[i].p, texts[i].n);
        n += texts[i].n;
        key[n++] = 0;
        if (n == KEY_BYTES)
            return 0;
    }
    return n;
}

/* FNV-1a, 32 bits */
static size_t slot_number(const char *key, size_t n, unsigned stream)
{
    uint32_t v = UINT32_C(0x811c9dc5) ^ stream;

    for (size_t i = 0; i < n; i++)
        v = (v ^ (unsigned char)key[i]) * UINT32_C(0x01000193);
    return (v ^ v >> 16) % SLOTS;
}

static struct cut cut_of(struct str s, const struct str texts[TEXTS])
{
    for (size_t i = 0; s.n && i < TEXTS; i++) {
        uintptr_t offset = (uintptr_t)s.p - (uintptr_t)texts[i].p;
        if (texts[i].n && offset < texts[i].n && s.n <= texts[i].n - offset)
            return (struct cut){i, offset};
    }
    return (struct cut){TEXTS, 0};
}

static struct str again(struct cut cut, struct str s, const struct str texts[TEXTS])
{
    return cut.text == TEXTS ? s : (struct str){texts[cut.text].p + cut.at, s.n};
}

struct owner known_owner(struct known *k, const struct catalog *c, const struct sender *s,
                         const struct stream *stream, const struct owner *by_path)
{
    struct str texts[TEXTS];
    char key[KEY_BYTES];
    unsigned number = stream ? stream->number : 0;

    texts_of(s, texts);
    size_t n = make_key(texts, key);
    if (n == TEXTS) /* they are all empty */
        return *by_path;
    if (n == 0)
        return sender_owner(c, s, by_path);
    struct slot *slot = &k->slots[slot_number(key, n, number)];
    if (slot->key_n != n || slot->stream != stream || slot->number != number ||
        memcmp(slot->key, key, n) != 0) {
        slot->owner = sender_owner(c, s, by_path);
        slot->name = cut_of(slot->owner.name, texts);
        slot->type = cut_of(slot->owner.type, texts);
        slot->stream = stream;
        slot->number = number;
        slot->key_n = n;
        memcpy(slot->key, key, n);
    }
    struct owner found = slot->owner;
    found.name = again(slot->name, found.name, texts);
    found.type = again(slot->type, found.type, texts);
    return found;
}
