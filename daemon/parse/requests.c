#include "parse/requests.h"

#include "parse/bracket.h"

/* Newer spans that are looked through for the one a record goes on with. */
enum { LOOKED_BACK = 16 };

static uint64_t mix_texts(uint64_t v, const struct outer *x, const enum outer_text *parts,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        v = outer_mix(v, x->text[parts[i]]);
    return v;
}

uint64_t requests_place(const struct outer *x)
{
    static const enum outer_text parts[] = {OUTER_HOST, OUTER_CONTAINER_ID,
                                            OUTER_CONTAINER_NAME, OUTER_POD};

    bool known = false;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        known = known || x->text[parts[i]].n;
    return known ? mix_texts(OUTER_MIX, x, parts, COUNT_OF(parts)) : 0;
}

uint64_t requests_server(const struct outer *x)
{
    static const enum outer_text parts[] = {OUTER_UNIT, OUTER_IDENTIFIER};

    return mix_texts(requests_place(x), x, parts, COUNT_OF(parts));
}

static struct request_server *server_of(struct requests *q, uint64_t id)
{
    struct request_server *v;

    for (size_t i = 0; i < q->server_count; i++)
        if (q->servers[i].id == id)
            return &q->servers[i];
    v = &q->servers[q->next_server];
    *v = (struct request_server){.id = id};
    q->next_server = (q->next_server + 1) % REQUEST_SERVERS;
    q->server_count += q->server_count < REQUEST_SERVERS;
    return v;
}

void requests_manifold(struct requests *q, uint64_t server)
{
    server_of(q, server)->manifold = true;
}

static bool is_of(const struct request_span *s, int64_t pid, uint64_t place)
{
    return s->pid == pid && s->place == place;
}

static struct request_span *find(struct requests *q, int64_t pid, uint64_t place,
                                 struct str id)
{
    for (size_t i = 0, at = q->next; i < q->count && i < LOOKED_BACK; i++) {
        struct request_span *s = &q->at[at = (at ? at : REQUEST_SPANS) - 1];
        if (is_of(s, pid, place) && memcmp(s->id, id.p, REQUEST_ID_BYTES) == 0)
            return s;
    }
    return NULL;
}

static void note(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                 struct str id, struct str global)
{
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

void requests_note(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                   struct str id, struct str global)
{
    if (pid >= 0 && bracket_is_request_id(id))
        note(q, pid, place, time, id, global);
}

/* The id that is the first word of s; empty: none is. */
static struct str take_id(struct str s)
{
    if (s.n < REQUEST_ID_BYTES || (s.n > REQUEST_ID_BYTES && s.p[REQUEST_ID_BYTES] != ' '))
        return (struct str){0};
    s = str_head(s, REQUEST_ID_BYTES);
    return bracket_is_request_id(s) ? s : (struct str){0};
}

/* "GLOBAL REQUEST …" or "REQUEST …"; GLOBAL may be None or empty. */
void requests_note_context(struct requests *q, int64_t pid, uint64_t place, usec_t time,
                           struct str context)
{
    size_t blank = str_chr(context, ' ', 0);
    bool two = blank != STR_NONE;
    struct str second = two ? take_id(str_from(context, blank + 1)) : (struct str){0};
    struct str id = second.n ? second : take_id(context);

    if (pid >= 0 && id.n)
        note(q, pid, place, time, id,
             second.n ? str_head(context, blank) : (struct str){0});
}

/* ---- the line that ends one ---- */

static struct request_worker *find_worker(struct requests *q, int64_t pid, uint64_t place)
{
    for (size_t i = 0; i < q->worker_count; i++)
        if (q->workers[i].pid == pid && q->workers[i].place == place)
            return &q->workers[i];
    return NULL;
}

static struct request_worker *add_worker(struct requests *q, int64_t pid, uint64_t place)
{
    struct request_worker *w = &q->workers[q->next_worker];

    *w = (struct request_worker){.pid = pid, .place = place};
    q->next_worker = (q->next_worker + 1) % REQUEST_WORKERS;
    q->worker_count += q->worker_count < REQUEST_WORKERS;
    return w;
}

void requests_begin(struct requests *q, int64_t pid, uint64_t place)
{
    struct request_worker *w = find_worker(q, pid, place);

    if (!w)
        w = add_worker(q, pid, place);
    w->served = 0;
    w->stray = false;
}

/* The open requests of the process that were in work in the time of the line, and the others. One
 * that wrote again after many others did has two spans. */
static struct request_span *look_through(struct requests *q, const struct answered *x,
                                         size_t *within, size_t *beside)
{
    struct request_span *found = NULL;

    *within = *beside = 0;
    for (size_t i = 0; i < q->count; i++) {
        struct request_span *s = &q->at[i];
        if (!is_of(s, x->pid, x->place) || s->over)
            continue;
        s->over = true;
        if (s->first > x->to || s->last < x->from) {
            ++*beside;
        } else {
            *within += !found || memcmp(found->id, s->id, REQUEST_ID_BYTES) != 0;
            found = s;
        }
    }
    return found;
}

static void put_ids(const struct request_span *s, struct record *r, struct arena *a)
{
    r->request_id = arena_str(a, (struct str){s->id, REQUEST_ID_BYTES});
    if (s->global_known)
        r->global_request_id = arena_str(a, (struct str){s->global, REQUEST_ID_BYTES});
    r->request_inferred = true;
}

/* Each request of the worker since its last line is known to have one: there is none but this. */
static bool is_next(const struct request_worker *w, const struct answered *x)
{
    return x->served == 1 || (w && x->served == w->served + 1);
}

void requests_bind(struct requests *q, const struct answered *x, struct record *r,
                   struct arena *a)
{
    struct request_worker *w = find_worker(q, x->pid, x->place);
    struct request_server *v = server_of(q, x->server);
    bool next = is_next(w, x), gap = w && !next && x->served > w->served;
    size_t within, beside;
    struct request_span *found = look_through(q, x, &within, &beside);

    v->choosy = v->choosy || gap;
    v->manifold = v->manifold || x->core > 0;
    if (!w)
        w = add_worker(q, x->pid, x->place);
    w->stray = w->stray || (next && x->served > 1 && beside > 0);
    w->served = x->served;
    /* The first line that is known of a worker tells nothing of those before it. */
    if (within == 1 && !v->manifold && !w->stray && (next || (beside == 0 && !v->choosy)))
        put_ids(found, r, a);
}
