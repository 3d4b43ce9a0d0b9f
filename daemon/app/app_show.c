/* show: lists entries of the catalogue, or explains one. */
#include <unistd.h>

#include "app/command.h"
#include "app/print_entry.h"

static bool holds(struct str text, struct str word)
{
    for (size_t i = 0; i + word.n <= text.n; i++)
        if (str_eq_nocase((struct str){text.p + i, word.n}, word))
            return true;
    return false;
}

static bool is_about(const struct entry *e, struct str word)
{
    return holds(e->id, word) || holds(e->template, word) || holds(e->situation, word) ||
           str_eq(e->row, word);
}

/* Those that are about the word, a line each; a single one whole. */
static size_t list(struct buf *out, const struct catalog *c, struct str word)
{
    const struct entry *only = NULL;
    size_t n = 0;

    for (size_t i = 0; i < c->entry_count; i++) {
        if (word.n && !is_about(c->entries[i], word))
            continue;
        print_entry_line(out, c->entries[i]);
        only = c->entries[i];
        n++;
    }
    if (n == 1) {
        buf_clear(out);
        print_entry(out, c, only);
    }
    return n;
}

/* Classes by their dotted name, their last word, or their id. */
static size_t classes(struct buf *out, const struct catalog *c, struct str word)
{
    size_t n = 0;

    for (size_t i = 0; i < c->class_count; i++) {
        const struct class_entry *k = c->classes[i];
        size_t dot = str_rchr(k->class_, '.');
        struct str last = dot == STR_NONE ? k->class_ : str_from(k->class_, dot + 1);
        if (!str_eq(k->class_, word) && !str_eq(last, word) && !str_eq(k->id, word))
            continue;
        if (n++)
            buf_char(out, '\n');
        if (k->situation_count == 1)
            print_entry(out, c, k->situations[0]);
        else
            print_class(out, k);
    }
    return n;
}

static bool show(struct buf *out, const struct catalog *c, struct str word)
{
    const struct entry *e = word.n ? catalog_entry(c, word) : NULL;

    if (e) {
        print_entry(out, c, e);
        return true;
    }
    return (word.n && classes(out, c, word)) || list(out, c, word);
}

static int run(struct options *o)
{
    CLEANUP(buf_done) struct buf out = {0};
    CLEANUP(catalog_end) struct catalog *c = load_catalog(o);

    if (!c)
        return EXIT_PATTERNS;
    if (o->argument_count > 1) {
        say("show: one name at a time; quote a text that has blanks");
        return EXIT_USAGE;
    }
    struct str word = o->argument_count ? str_of(o->arguments[0]) : STR("");
    if (!show(&out, c, word)) {
        say("show: no entry, class or text like '%.*s'; `logclass show` lists all, "
            "`logclass "
            "explain LINE` tells what a line of a log is",
            STR_FMT(word));
        return EXIT_FOUND;
    }
    return put(buf_str(&out));
}

const struct command command_show = {
    .name = "show",
    .usage = "[ENTRY|CLASS|TEXT]",
    .help = "lists the entries of the catalogue, or explains one",
    .letters = "p",
    .run = run,
};
