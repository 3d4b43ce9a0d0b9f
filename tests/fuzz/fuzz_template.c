/*
 * Templates and messages: TEMPLATE NUL MESSAGE, as percent and as brace template and as a regex.
 *
 * Whatever the bytes: a template is accepted or refused in words; the walker and PCRE2 give the
 * same answer and the same captures; captures lie inside the message; a message that fits is
 * found in a tree by the pattern's lead, and holds its longest text.
 */
#include <stdlib.h>

#include "classify/pattern.h"
#include "classify/trie.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void note(void *context, uint32_t value)
{
    bool *found = context;
    *found = value == 7;
}

static void check_lead(const struct pattern *p, struct str text)
{
    struct trie *t = trie_new();
    bool found = false;

    trie_add(t, pattern_lead(p), 7);
    trie_seal(t);
    trie_search(t, text, note, &found);
    trie_free(t);
    require(found);
    require(str_find(text, pattern_longest(p), 0) != STR_NONE);
}

static void check_captures(struct str text, const struct str *captures, size_t n)
{
    for (size_t i = 0; i < n; i++)
        require(!captures[i].p || (captures[i].p >= text.p &&
                                   captures[i].p + captures[i].n <= text.p + text.n));
}

static void check_match(const struct pattern *p, struct pattern_scratch *s,
                        struct str text)
{
    struct str walked[PATTERN_GAPS], matched[PATTERN_GAPS];
    size_t n = pattern_params(p).n;
    enum fit got = pattern_match(p, s, text, walked);
    enum fit reference = pattern_match_pcre2(p, s, text, matched);

    require(n <= PATTERN_GAPS);
    require(pattern_reach(p, text) <= text.n);
    require(!pattern_is_plain(p) || got != FIT_LIMIT);
    if (got == FIT_YES) {
        check_captures(text, walked, n);
        check_lead(p, text);
    }
    if (reference == FIT_LIMIT || got == FIT_LIMIT)
        return;
    require(got == reference);
    for (size_t i = 0; got == FIT_YES && i < n; i++)
        require(walked[i].p == matched[i].p && walked[i].n == matched[i].n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static struct pattern_scratch *scratch; /* kept: making one costs more than a run */
    struct str template = {(const char *)data, n}, text = STR("");
    size_t nul = str_chr(template, 0, 0);

    if (!scratch)
        scratch = pattern_scratch_new();
    if (nul != STR_NONE) {
        text = str_from(template, nul + 1);
        template = str_head(template, nul);
    }
    for (enum pattern_style style = STYLE_PERCENT; style <= STYLE_REGEX; style++) {
        struct arena arena = {0};
        struct err e = {0};
        struct pattern *p = pattern_new(&arena, template, style, (struct strs){0}, &e);
        require((p != NULL) == (e.text[0] == 0));
        if (p)
            check_match(p, scratch, text);
        pattern_done(p);
        arena_done(&arena);
    }
    return 0;
}
