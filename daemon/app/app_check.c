/* check: do pattern files keep their promises? */
#include "app/command.h"

static void count_kinds(const struct catalog *c, size_t kinds[ENTRY_RESPONSE + 1])
{
    for (size_t i = 0; i < c->entry_count; i++)
        kinds[c->entries[i]->kind]++;
}

static int run(struct options *o)
{
    CLEANUP(buf_done) struct buf out = {0};
    size_t kinds[ENTRY_RESPONSE + 1] = {0};

    for (size_t i = 0; i < o->argument_count; i++) {
        VEC_GROW(o->patterns, o->pattern_count, o->pattern_cap);
        o->patterns[o->pattern_count++] = o->arguments[i];
    }
    CLEANUP(catalog_end) struct catalog *c = load_catalog(o);
    if (!c)
        return EXIT_PATTERNS;
    size_t mistakes = catalog_check(c, say_mistake, NULL);
    if (mistakes) {
        say("check: %zu mistake%s", mistakes, mistakes == 1 ? "" : "s");
        return EXIT_PATTERNS;
    }
    count_kinds(c, kinds);
    buf_fmt(&out,
            "%zu files good: %zu log entries, %zu markers, %zu exception classes in %zu "
            "situations, %zu other texts; %zu examples kept their promise\n",
            c->file_count, kinds[ENTRY_LOG], kinds[ENTRY_MARKER], c->class_count,
            kinds[ENTRY_EXCEPTION], kinds[ENTRY_STATUS] + kinds[ENTRY_RESPONSE],
            c->example_count);
    return put(buf_str(&out));
}

const struct command command_check = {
    .name = "check",
    .usage = "[PATH…]",
    .help = "lints and self-tests pattern files; without a PATH the installed ones",
    .letters = "p",
    .run = run,
};
