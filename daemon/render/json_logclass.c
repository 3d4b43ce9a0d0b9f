/* The namespace `logclass` of an event: what the classifier says. */
#include "flow/limits.h"
#include "render/format_json.h"

#define T(s) STR(s)

enum { CANDIDATES_SHOWN = 16 };

static void write_candidates(struct writer *j, const struct hit *h,
                             const struct json_room *room, struct str texts_name)
{
    size_t n =
        h->candidate_count < CANDIDATES_SHOWN ? h->candidate_count : CANDIDATES_SHOWN;
    bool texts = room->candidate_text > 0, rows = true;

    if (h->candidate_count < 2)
        return;
    /* Parallel arrays lose their order with a gap in them: all or none. */
    for (size_t i = 0; i < n; i++) {
        texts = texts && h->candidates[i]->situation.n > 0;
        rows = rows && h->candidates[i]->row.n > 0;
    }
    writer_open(j, T("candidates"));
    writer_u64(j, T("count"), h->candidate_count);
    writer_open_list(j, T("ids"));
    for (size_t i = 0; i < n; i++)
        writer_item_word(j, h->candidates[i]->id);
    writer_close_list(j);
    if (texts) {
        writer_open_list(j, T("texts"));
        for (size_t i = 0; i < n; i++)
            writer_item(j, h->candidates[i]->situation, room->candidate_text, texts_name);
        writer_close_list(j);
    }
    if (rows) {
        writer_open_list(j, T("rows"));
        for (size_t i = 0; i < n; i++)
            writer_item(j, h->candidates[i]->row, 16, T("logclass.log.row"));
        writer_close_list(j);
    }
    writer_close(j);
}

static void write_log_tag(struct writer *j, const struct match *m,
                          const struct json_room *room)
{
    const struct entry *e = m->log.entry;
    bool open = m->log.candidate_count > 0 || m->elsewhere;

    if (!e)
        return;
    writer_open(j, T("log"));
    writer_word(j, T("id"), e->id);
    writer_text(j, T("row"), e->row, 16, T("logclass.log.row"));
    writer_text(j, T("template"), e->template, 1024, T("logclass.log.template"));
    if (!open && m->log.source)
        writer_text(j, T("source"), m->log.source->text, 512, T("logclass.log.source"));
    if (!open)
        writer_text(j, T("situation"), e->situation, 512, T("logclass.log.situation"));
    write_candidates(j, &m->log, room, T("logclass.log.candidates.texts"));
    writer_close(j);
}

static void write_exception_tag(struct writer *j, const struct match *m,
                                const struct record *r, const struct json_room *room)
{
    const struct class_entry *c = m->class_;
    const struct entry *e = m->raised.candidate_count ? NULL : m->raised.entry;

    if (!c)
        return;
    writer_open(j, T("exception"));
    writer_text(j, T("class"), c->class_, 256, T("logclass.exception.class"));
    writer_word(j, T("id"), e ? e->id : c->id);
    if (e)
        writer_text(j, T("row"), e->row, 16, T("logclass.exception.row"));
    writer_text(j, T("template"), c->template, 1024, T("logclass.exception.template"));
    if (e && m->raised.source && !m->away)
        writer_text(j, T("source"), m->raised.source->text, 512,
                    T("logclass.exception.source"));
    if (e && !m->away)
        writer_text(j, T("situation"), e->situation, 512,
                    T("logclass.exception.situation"));
    if (c->status)
        writer_u64(j, T("status"), c->status);
    if (r->exception_count && r->exceptions[0].remote)
        writer_true(j, T("remote"));
    write_candidates(j, &m->raised, room, T("logclass.exception.candidates.texts"));
    writer_close(j);
}

static void write_telling(struct writer *j, const struct view *v)
{
    const struct entry *e = v->telling;
    CLEANUP(buf_done) struct buf text = {0};

    if (!e)
        return;
    writer_open(j, T("caller"));
    writer_word(j, T("seen"), seen_name(v->caller.seen));
    if (v->caller.status)
        writer_u64(j, T("status"), v->caller.status);
    view_fill(&text, v->caller.text, v->match);
    writer_text(j, T("text"), buf_str(&text), 512, T("logclass.caller.text"));
    writer_word(j, T("evidence"), evidence_name(v->caller.evidence));
    writer_close(j);
    writer_text(j, T("misleads_as"), e->misleads_as, 256, T("logclass.misleads_as"));
    struct str note = e->note.n || !e->class_ ? e->note : e->class_->note;
    writer_text(j, T("note"), note, 512, T("logclass.note"));
    view_fill(&text, e->action, v->match);
    writer_text(j, T("action"), buf_str(&text), 512, T("logclass.action"));
    view_fill(&text, e->residue, v->match);
    writer_text(j, T("residue"), buf_str(&text), 512, T("logclass.residue"));
}

static void write_limits(struct writer *j, const struct match *m)
{
    enum { SHOWN = 8 };

    if (m->limited_count == 0)
        return;
    writer_open_list(j, T("limit"));
    for (size_t i = 0; i < m->limited_count && i < SHOWN; i++)
        writer_item_word(j, m->limited[i]->id);
    writer_close_list(j);
}

static void write_basis(struct writer *j, unsigned basis)
{
    if (basis == 0)
        return;
    writer_open_list(j, T("basis"));
    for (unsigned i = 0; i < BASIS_COUNT; i++)
        if (basis & (1u << i))
            writer_item_word(j, basis_name(i));
    writer_close_list(j);
}

static void write_params(struct writer *j, const struct match *m,
                         const struct json_room *room)
{
    writer_open(j, T("params"));
    for (size_t i = 0; i < m->param_count && i < LIMIT_PARAMS; i++)
        writer_text_or_empty(j, m->params[i].name, m->params[i].value, room->param,
                             T("logclass.params"));
    if (m->param_count > LIMIT_PARAMS)
        writer_was_cut(j, T("logclass.params"));
    writer_close(j);
}

static void cause_list(struct writer *j, const char *key, const struct match *m,
                       size_t limit, struct str (*of)(const struct cause *c))
{
    writer_open_list(j, str_of(key));
    for (size_t i = 0; i < m->causes_kept; i++) {
        struct str text = of(&m->causes[i]);
        writer_item(j, text.n ? text : T("-"), limit, T("logclass.cause"));
    }
    writer_close_list(j);
}

static struct str cause_type(const struct cause *c)
{
    return c->type;
}

static struct str cause_message(const struct cause *c)
{
    return c->message;
}

static struct str cause_code(const struct cause *c)
{
    return c->entry ? c->entry->id : c->class_ ? c->class_->id : T("");
}

static struct str cause_relation(const struct cause *c)
{
    return relation_name(c->relation == RELATION_NONE ? RELATION_CAUSE : c->relation);
}

static void write_causes(struct writer *j, const struct match *m,
                         const struct json_room *room)
{
    if (m->causes_kept == 0)
        return;
    writer_open(j, T("cause"));
    writer_u64(j, T("count"), m->cause_count);
    cause_list(j, "types", m, 256, cause_type);
    cause_list(j, "messages", m, room->cause_message, cause_message);
    cause_list(j, "codes", m, 128, cause_code);
    cause_list(j, "relations", m, 16, cause_relation);
    writer_close(j);
}

/* The innermost exception and its last frame, where it is not the logged one. */
static void write_root(struct writer *j, const struct record *r)
{
    if (r->exception_count < 2)
        return;
    const struct exception *e = &r->exceptions[r->exception_count - 1];
    writer_open(j, T("root"));
    writer_text(j, T("type"), e->type, 256, T("logclass.root.type"));
    writer_text(j, T("message"), e->message, 1024, T("logclass.root.message"));
    if (e->frame_count) {
        const struct frame *f = &e->frames[e->frame_count - 1];
        writer_text(j, T("file"), f->module_path, 1024, T("logclass.root.file"));
        if (f->line)
            writer_u64(j, T("line"), f->line);
        writer_text(j, T("function"), f->function, 256, T("logclass.root.function"));
    }
    writer_close(j);
}

static void write_redacted(struct writer *j, const struct redaction *x)
{
    if (x->count == 0)
        return;
    writer_open_list(j, T("redacted"));
    for (unsigned k = 0; k < SECRET_COUNT; k++)
        if (x->kinds & (1u << k))
            writer_item_word(j, secret_name((enum secret_kind)k));
    writer_close_list(j);
    writer_u64(j, T("redacted_count"), x->count);
}

static void write_input(struct writer *j, const struct record *r)
{
    CLEANUP(buf_done) struct buf position = {0};

    buf_add(&position, (struct str){r->stream->origin, DIGEST_HEX});
    buf_char(&position, ':');
    buf_u64(&position, r->position);
    writer_open(j, T("input"));
    writer_word(j, T("kind"), r->stream->kind);
    writer_text(j, T("name"), r->stream->name, 256, T("logclass.input.name"));
    writer_word(j, T("position"), buf_str(&position));
    writer_open_list(j, T("envelope"));
    for (unsigned i = 0; i < r->envelope_count; i++)
        writer_item_word(j, envelope_name(r->envelopes[i]));
    if (r->envelope_count == 0)
        writer_item_word(j, envelope_name(ENVELOPE_NONE));
    writer_close_list(j);
    if (r->flags & (RECORD_PARTIAL | RECORD_NO_HEAD))
        writer_true(j, T("partial"));
    writer_close(j);
}

static void write_time(struct writer *j, const struct record *r)
{
    static const struct str words[] = {
        [TIME_READ] = STR_INIT("read"),
        [TIME_ENVELOPE] = STR_INIT("envelope"),
        [TIME_RECORD] = STR_INIT("record"),
    };

    writer_open(j, T("time"));
    writer_word(j, T("source"), words[r->time_source]);
    if (r->zone_assumed)
        writer_true(j, T("zone_assumed"));
    if (r->time_ambiguous)
        writer_true(j, T("ambiguous"));
    if (r->year_assumed)
        writer_true(j, T("year_assumed"));
    writer_close(j);
}

static void write_cuts(struct writer *j, const struct record *r)
{
    if (r->flags & RECORD_LINE_CUT)
        writer_was_cut(j, T("line"));
    if (r->flags & RECORD_TOO_LONG)
        writer_was_cut(j, T("record"));
    if (r->flags & RECORD_DEEP)
        writer_was_cut(j, T("stack"));
    if (j->cut_count == 0)
        return;
    writer_open_list(j, T("truncated"));
    for (size_t i = 0; i < j->cut_count; i++)
        writer_item_word(j, j->cut[i]);
    writer_close_list(j);
}

/* A line "message repeated N times" stands for those N; the first had its own. */
static void write_repeat(struct writer *j, const struct record *r)
{
    if (r->repeat == 0)
        return;
    writer_open(j, T("repeat"));
    writer_u64(j, T("count"), r->repeat);
    writer_close(j);
}

void json_logclass(struct writer *j, const struct view *v, const struct json_room *room,
                   size_t frames, size_t frames_kept)
{
    const struct record *r = v->record;
    const struct match *m = v->match;

    writer_word(j, T("status"), v->status);
    write_log_tag(j, m, room);
    write_exception_tag(j, m, r, room);
    write_telling(j, v);
    if (v->severity_max >= 0)
        writer_u64(j, T("severity_max"), (uint64_t)v->severity_max);
    if (r->notice) {
        if (r->lost)
            writer_u64(j, T("suppressed"), r->lost);
    } else {
        writer_u64(j, T("confidence"), (uint64_t)m->confidence);
    }
    write_repeat(j, r);
    write_basis(j, m->basis);
    write_limits(j, m);
    write_params(j, m, room);
    write_causes(j, m, room);
    write_root(j, r);
    if (frames) {
        writer_open(j, T("stack"));
        writer_u64(j, T("frames"), frames);
        writer_u64(j, T("kept"), frames_kept);
        writer_close(j);
    }
    if (r->request_inferred)
        writer_true(j, T("request_inferred"));
    if (!r->notice)
        writer_word(j, T("fingerprint"), (struct str){v->fingerprint, DIGEST_HEX});
    write_redacted(j, v->redaction);
    writer_u64(j, T("lines"), r->line_count);
    writer_u64(j, T("bytes"), r->bytes);
    write_input(j, r);
    write_time(j, r);
    if (v->catalogue) {
        writer_open(j, T("catalogue"));
        writer_text(j, T("name"), v->catalogue->service, 64, T("logclass.catalogue.name"));
        writer_text(j, T("version"), v->catalogue->version, 64,
                    T("logclass.catalogue.version"));
        writer_close(j);
    }
    write_cuts(j, r);
}
