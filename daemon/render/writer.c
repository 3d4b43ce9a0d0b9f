#include "render/writer.h"

#include <assert.h>

#include "base/num.h"
#include "base/shown.h"
#include "base/utf8.h"

void writer_start(struct writer *j, struct buf *out)
{
    *j = (struct writer){.out = out};
    buf_char(out, '{');
}

void writer_end(struct writer *j)
{
    assert(j->depth == 0);
    buf_char(j->out, '}');
}

static void key_only(struct writer *j, struct str key)
{
    if (j->comma)
        buf_char(j->out, ',');
    buf_char(j->out, '"');
    buf_add(j->out, key);
    buf_add(j->out, STR("\":"));
}

/* Writes the objects that were opened and not written yet, then the key. */
static void member(struct writer *j, struct str key)
{
    for (unsigned i = 0; i < j->pending_count; i++) {
        key_only(j, j->pending[i]);
        buf_char(j->out, '{');
        j->comma = false;
    }
    j->pending_count = 0;
    key_only(j, key);
    j->comma = true;
}

void writer_open(struct writer *j, struct str key)
{
    assert(j->depth < WRITER_DEPTH);
    j->depth++;
    j->pending[j->pending_count++] = key;
}

void writer_close(struct writer *j)
{
    assert(j->depth > 0);
    j->depth--;
    if (j->pending_count) {
        j->pending_count--;
        return;
    }
    buf_char(j->out, '}');
    j->comma = true;
}

static const char escape_of[256] = {
    ['"'] = '"',
    ['\\'] = '\\',
    ['\n'] = 'n',
    ['\t'] = 't',
};

/* Bytes that go through as they are: printable ASCII but for the quote and the backslash. */
static bool plain(unsigned char c)
{
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* Bytes of the colour sequence ESC [ … m at s[at]; 1: it is another control. */
static size_t control_at(struct str s, size_t at)
{
    size_t n = 2;

    if (s.p[at] != 0x1b || at + 1 >= s.n || s.p[at + 1] != '[')
        return 1;
    while (at + n < s.n && (num_is_digit(s.p[at + n]) || s.p[at + n] == ';'))
        n++;
    return at + n < s.n && s.p[at + n] == 'm' ? n + 1 : 1;
}

static void escaped(struct buf *out, struct str s)
{
    size_t from = 0, i = 0;

    while (i < s.n) {
        unsigned char c = (unsigned char)s.p[i];
        if (plain(c)) {
            i++;
            continue;
        }
        size_t len = c >= 0x80 ? utf8_len(s, i) : 0;
        bool c1 = shown_is_c1(s, i, len);
        if (len && !c1) {
            i += len;
            continue;
        }
        buf_add(out, (struct str){s.p + from, i - from});
        if (c1)
            i++; /* its second byte is passed below */
        else if (c >= 0x80)
            buf_add(out, STR("\xEF\xBF\xBD")); /* U+FFFD */
        else if (escape_of[c]) {
            buf_char(out, '\\');
            buf_char(out, escape_of[c]);
        }
        i += control_at(s, i);
        from = i;
    }
    buf_add(out, (struct str){s.p + from, s.n - from});
}

/* How many bytes of s fit into limit once repaired: a byte that is no UTF-8 becomes three. */
static size_t repaired(struct str s, size_t limit)
{
    size_t size = 0, i = 0;

    while (i < s.n) {
        size_t len = utf8_len(s, i), grows = len ? len : 3;
        if (size + grows > limit)
            break;
        size += grows;
        i += len ? len : 1;
    }
    return i;
}

/* The same; all of it, unread, where it is short enough whatever is in it. */
static size_t fitting(struct str value, size_t limit)
{
    return value.n > limit / 3 ? repaired(value, limit) : value.n;
}

/* The value, cut to limit bytes with the mark of a cut at its end. */
static void quoted(struct writer *j, struct str value, size_t limit, struct str name)
{
    static const struct str mark = STR_INIT("\xE2\x80\xA6"); /* U+2026 */

    buf_char(j->out, '"');
    if (fitting(value, limit) == value.n) {
        escaped(j->out, value);
    } else {
        size_t room = limit > mark.n ? limit - mark.n : 0;
        escaped(j->out, str_head(value, fitting(value, room)));
        buf_add(j->out, mark);
        writer_was_cut(j, name);
    }
    buf_char(j->out, '"');
}

/* True if nothing of it would be left: only controls that are not written. */
static bool vanishes(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (shown_is_c1(s, i, c == 0xC2 ? utf8_len(s, i) : 0))
            i++;
        else if (c >= 0x20 || escape_of[c])
            return false;
    }
    return true;
}

void writer_text(struct writer *j, struct str key, struct str value, size_t limit,
                 struct str name)
{
    if (value.n == 0 || vanishes(value))
        return;
    member(j, key);
    quoted(j, value, limit, name);
}

void writer_text_or_empty(struct writer *j, struct str key, struct str value,
                          size_t limit, struct str name)
{
    member(j, key);
    quoted(j, value, limit, name);
}

void writer_word(struct writer *j, struct str key, struct str value)
{
    if (value.n == 0)
        return;
    member(j, key);
    buf_char(j->out, '"');
    buf_add(j->out, value);
    buf_char(j->out, '"');
}

void writer_u64(struct writer *j, struct str key, uint64_t value)
{
    member(j, key);
    buf_u64(j->out, value);
}

void writer_true(struct writer *j, struct str key)
{
    member(j, key);
    buf_add(j->out, STR("true"));
}

void writer_time(struct writer *j, struct str key, usec_t t)
{
    member(j, key);
    buf_char(j->out, '"');
    clock_iso(j->out, t);
    buf_char(j->out, '"');
}

void writer_open_list(struct writer *j, struct str key)
{
    member(j, key);
    buf_char(j->out, '[');
    j->comma = false;
}

static void next_item(struct writer *j)
{
    if (j->comma)
        buf_char(j->out, ',');
    j->comma = true;
}

void writer_item(struct writer *j, struct str value, size_t limit, struct str name)
{
    next_item(j);
    quoted(j, value, limit, name);
}

void writer_item_word(struct writer *j, struct str value)
{
    next_item(j);
    buf_char(j->out, '"');
    buf_add(j->out, value);
    buf_char(j->out, '"');
}

void writer_close_list(struct writer *j)
{
    buf_char(j->out, ']');
    j->comma = true;
}

void writer_was_cut(struct writer *j, struct str name)
{
    for (size_t i = 0; i < j->cut_count; i++)
        if (str_eq(j->cut[i], name))
            return;
    if (j->cut_count < WRITER_CUTS)
        j->cut[j->cut_count++] = name;
}
