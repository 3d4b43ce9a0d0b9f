#include "output/ids.h"

#include <stdlib.h>

#include "base/digest.h"
#include "base/json.h"

/* A slot from which a key was taken: the search goes on behind it. No key has this value. */
#define TAKEN UINT64_MAX

void ids_done(struct ids *set)
{
    free(set->slots);
    *set = (struct ids){0};
}

/* event.id of one of our events, empty where there is none. */
static struct str event_id(struct arena *scratch, struct str line)
{
    struct str key, id = {0};
    struct json j;

    json_init(&j, line, scratch);
    if (!json_open(&j, '{'))
        return id;
    while (json_key(&j, &key)) {
        if (!str_eq(key, STR("event")) || !json_open(&j, '{')) {
            json_skip(&j);
            continue;
        }
        while (json_key(&j, &key)) {
            if (str_eq(key, STR("id")))
                return json_string(&j, &id) && !j.failed ? id : (struct str){0};
            json_skip(&j);
        }
    }
    return id;
}

uint64_t ids_key(struct arena *scratch, struct str line)
{
    struct str id = event_id(scratch, line);
    uint64_t key = digest_once(id.n ? id : line);

    return key == 0 || key == TAKEN ? 1 : key;
}

static void grow(struct ids *set)
{
    struct ids larger = {.cap = set->cap ? 2 * set->cap : 64};

    larger.slots = mem_grow(NULL, larger.cap, sizeof *larger.slots);
    memset(larger.slots, 0, larger.cap * sizeof *larger.slots);
    for (size_t i = 0; i < set->cap; i++)
        if (set->slots[i] != 0 && set->slots[i] != TAKEN)
            ids_add(&larger, set->slots[i]);
    free(set->slots);
    *set = larger;
}

void ids_add(struct ids *set, uint64_t key)
{
    if (set->cap == 0 || set->used >= set->cap / 2)
        grow(set);
    size_t i = (size_t)key & (set->cap - 1);
    while (set->slots[i] != 0 && set->slots[i] != key)
        i = (i + 1) & (set->cap - 1);
    set->n += set->slots[i] == 0;
    set->used += set->slots[i] == 0;
    set->slots[i] = key;
}

/* Its slot; NULL: it is not there. */
static uint64_t *find(const struct ids *set, uint64_t key)
{
    if (set->n == 0)
        return NULL;
    size_t i = (size_t)key & (set->cap - 1);
    while (set->slots[i] != 0 && set->slots[i] != key)
        i = (i + 1) & (set->cap - 1);
    return set->slots[i] == key ? &set->slots[i] : NULL;
}

bool ids_has(const struct ids *set, uint64_t key)
{
    return find(set, key) != NULL;
}

bool ids_take(struct ids *set, uint64_t key)
{
    uint64_t *slot = find(set, key);

    if (!slot)
        return false;
    *slot = TAKEN;
    if (--set->n == 0)
        ids_done(set);
    return true;
}
