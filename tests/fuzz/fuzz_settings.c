/*
 * fuzz_settings.c - a configuration file of any bytes is read or refused.
 *
 * What always holds:
 * - it is read, or there is at least one mistake;
 * - each mistake is a line that begins with the file's name, and no more of them are shown than
 *   MISTAKES_SHOWN;
 * - what is read has inputs and outputs, each with its options and a name that no other has.
 */
#include <stdio.h>
#include <stdlib.h>

#include "config/settings.h"
#include "input/source_options.h"
#include "output/output.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static const struct kind *const inputs[] = {&source_file_config, &source_journal_config,
                                            &source_stdin_config, NULL};
static const char *const emits[] = {"findings",   "trouble", "problems",
                                    "classified", "all",     NULL};
static const char *const formats[] = {"json", "syslog", NULL};
static const struct settings_tables tables = {inputs, output_config, emits, formats};

/* A sentence about what does not hold, and the end. */
static void check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fuzz_settings: %s\n", what);
    abort();
}

static void check_mistakes(struct mistakes *m)
{
    struct str rest = buf_str(&m->text), line;
    size_t lines = 0;

    check(m->count > 0, "refused without a mistake");
    while (str_cut(&rest, '\n', &line))
        lines += str_starts(line, STR("f.yaml:"));
    check(lines == (m->count < MISTAKES_SHOWN ? m->count : (unsigned)MISTAKES_SHOWN),
          "not a line for each mistake");
}

static void check_settings(const struct settings *s)
{
    check(s->input_count > 0 && s->output_count > 0, "nothing to do");
    for (size_t i = 0; i < s->output_count; i++) {
        const struct output_entry *out = &s->outputs[i];
        check(out->options && out->name.n > 0, "half an output");
        check(out->emit >= 0 && out->emit < 5 && out->format >= 0 && out->format < 2,
              "a word that is none");
        for (size_t j = 0; j < i; j++)
            check(!str_eq(out->name, s->outputs[j].name), "a name twice");
    }
    for (size_t i = 0; i < s->input_count; i++)
        check(s->inputs[i].options && s->inputs[i].name.n > 0, "half an input");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct arena a;
    struct settings s;
    CLEANUP(mistakes_done) struct mistakes m = {.file = "f.yaml"};

    arena_init(&a);
    if (settings_read(&a, (struct str){(const char *)data, n}, &tables, &s, &m)) {
        check(m.count == 0, "read in spite of a mistake");
        check_settings(&s);
    } else {
        check_mistakes(&m);
    }
    arena_done(&a);
    return 0;
}
