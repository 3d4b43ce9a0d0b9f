/*
 * An entry of a journal as `journalctl -o json` writes it, one object a line (systemd's
 * Journal JSON Format):
 *
 *     {"__CURSOR":"s=…","_PID":"24984","MESSAGE":"…","PRIORITY":"4",…}
 *
 * All values are strings, the keys in any order. A field that occurs several times is a list of
 * them; a value with bytes that are no printable text, colours among them, is a list of numbers;
 * one over 4096 bytes is null unless --all was given. json-seq puts a byte 0x1E before each
 * object, json-sse "data: ", and an empty line behind it.
 */
#include "base/num.h"
#include "parse/journal.h"
#include "base/json.h"
#include "parse/object.h"

/* The bytes of a list of numbers; false where it is none. */
static bool read_bytes(struct json *j, struct str *out)
{
    struct json ahead = *j;
    size_t most = 0, n = 0;
    struct str digits;

    for (; json_item(&ahead); most++)
        json_skip(&ahead);
    char *bytes = arena_alloc(j->arena, most);
    while (json_item(j)) {
        uint64_t v = 256;
        if (!json_number(j, &digits) || !num_u64(digits, 255, &v))
            continue;
        bytes[n++] = (char)(unsigned char)v;
    }
    *out = (struct str){bytes, n};
    return most > 0;
}

/* The first of several values. */
static bool read_list(struct json *j, struct str *out)
{
    struct json ahead = *j;
    struct str rest;
    bool found = false;

    if (!json_item(&ahead) || (!json_is_string(&ahead) && !json_is_open(&ahead, '['))) {
        found = read_bytes(j, out);
    } else {
        while (json_item(j)) {
            if (!found && json_open(j, '['))
                found = read_bytes(j, out);
            else
                found = json_string(j, found ? &rest : out) || found;
        }
    }
    j->first = false;
    return found;
}

/* One value; numbers, which exporters write where they know a type, as they are written. */
static bool read_value(struct json *j, struct str *out)
{
    if (json_open(j, '['))
        return read_list(j, out);
    return json_is_string(j) ? json_string(j, out) : json_number(j, out);
}

static bool read_entry(struct reading *in, struct str text, struct journal_entry *e)
{
    struct json j;
    struct str key, value;

    json_init(&j, text, in->arena);
    if (!json_open(&j, '{'))
        return false;
    while (json_key(&j, &key)) {
        enum journal_name name = journal_name(key);
        if (name == JOURNAL_NAMES) {
            json_skip(&j);
            continue;
        }
        value = (struct str){0};
        if (read_value(&j, &value))
            journal_set(e, name, value);
        else if (name == JOURNAL_MESSAGE)
            e->message_unknown = true;
    }
    e->cut = j.failed && j.cut;
    return e->cut || json_end(&j);
}

static bool read_journal(struct reading *in, struct head *h)
{
    struct str text = h->text;
    struct journal_entry e = {0};
    bool spaced = false;

    if (text.n == 0 || (text.p[0] != '{' && text.p[0] != 'd' && text.p[0] != 0x1e))
        return false;
    if (text.p[0] == 0x1e) {
        text = str_from(text, 1);
    } else if (text.p[0] == 'd') {
        if (!str_starts(text, STR("data: {")))
            return false;
        text = str_from(text, STR("data: ").n);
        spaced = true;
    }
    if (object_of(in, text) != OBJECT_JOURNAL || !read_entry(in, text, &e))
        return false;
    journal_head(in, h, &e);
    h->spaced = spaced;
    return true;
}

const struct envelope_kind envelope_journal = {
    .name = "journal",
    .help = "an entry of a journal with its fields: journalctl -o json or export",
    .id = ENVELOPE_JOURNAL,
    .outer = true,
    .read = read_journal,
};
