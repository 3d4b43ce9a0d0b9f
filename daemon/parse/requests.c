#include "parse/requests.h"

#include "parse/bracket.h"

/* Newer spans that are looked through for the one a record goes on with. */
enum { LOOKED_BACK = 16 };

/* FNV-1a, 64 bits; the parts are divided by a zero byte. */
static uint64_t mix(uint64_t v, struct str s)
{
    for (size_t i = 0; i <= s.n; i++) {
        v ^= i < s.n ? (unsigned char)s.p[i] : 0;
        v *= UINT64_C(0x100000001b3);
    }
    return v;
}

uint64_t requests_place(const struct outer *x)
{
    static const enum outer_text parts[] = {OUTER_HOST, OUTER_CONTAINER_ID,
                                            OUTER_CONTAINER_NAME, OUTER_POD};
    uint64_t v = UINT64_C(0xcbf29ce484222325);

    size_t known = 0;

    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        v = mix(v, x->text[parts[i]]);
        known += x->text[parts[i]].n;
    }
    return known ? v : 0;
}

static bool is_of(const struct request_span *s, int64_t pid, uint64_t place)
{
    return s->pid == pid && s->place == place;
}

static struct request_span *find(struct requests *q, int64_t pid, uint64_t place,
                                 struct str id)
{
    for (size_t i = 0; i < q->count && i < LOOKED_BACK; i++) {
        struct request_span *s = &q->at[(q->next + REQUEST_SPANS - 1 - i) % REQUEST_SPANS];
        if (is_of(s, pid, place) && memcmp(s->id, id.p, REQUEST_ID_BYTES) == 0)
            return s;
    }
    return NULL;
}

void requests_note(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                   struct str id, struct str global)
{
    if (pid < 0 || id.n != REQUEST_ID_BYTES || !bracket_is_request_id(id))
        return;
    struct request_span *s = find(q, pid, place, id);
    if (s) {
        s->first = time < s->first ? time : s->first;
        s->last = time > s->last ? time : s->last;
        return;
    }
    s = &q->at[q->next];
    *s = (struct request_span){.pid = pid, .place = place, .first = time, .last = time};
    memcpy(s->id, id.p, REQUEST_ID_BYTES);
    s->global_known = global.n == REQUEST_ID_BYTES && bracket_is_request_id(global);
    if (s->global_known)
        memcpy(s->global, global.p, REQUEST_ID_BYTES);
    q->next = (q->next + 1) % REQUEST_SPANS;
    q->count += q->count < REQUEST_SPANS;
}

/* "GLOBAL REQUEST …" or "REQUEST …"; GLOBAL may be None or empty. */
void requests_note_context(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                           struct str context)
{
    struct str rest = context, first, second;

    if (context.n < REQUEST_ID_BYTES || !str_cut(&rest, ' ', &first))
        return;
    if (!str_cut(&rest, ' ', &second) || !bracket_is_request_id(second))
        requests_note(q, pid, place, time, first, (struct str){0});
    else
        requests_note(q, pid, place, time, second, first);
}

static bool falls_into(const struct request_span *s, const struct answered *x)
{
    return is_of(s, x->pid, x->place) && !s->over && s->first <= x->to &&
           s->last >= x->from;
}

void requests_bind(struct requests *q, const struct answered *x, struct record *r,
                   struct arena *a)
{
    struct request_span *found = NULL;
    size_t count = 0;

    for (size_t i = 0; i < q->count; i++)
        if (falls_into(&q->at[i], x)) {
            found = &q->at[i];
            count++;
        }
    if (count == 1) {
        found->over = true;
        r->request_id = arena_str(a, (struct str){found->id, REQUEST_ID_BYTES});
        if (found->global_known)
            r->global_request_id =
                arena_str(a, (struct str){found->global, REQUEST_ID_BYTES});
        r->request_inferred = true;
    }
    for (size_t i = 0; x->one_by_one && i < q->count; i++)
        q->at[i].over = q->at[i].over || is_of(&q->at[i], x->pid, x->place);
}
