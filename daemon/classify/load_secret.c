/* What a pattern file calls a secret, whoever logs it: an item of `secrets`. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "classify/load_parts.h"

struct secret_draft {
    struct str regex, kind;
};

/* Compiled as mask/ will compile it. */
static bool is_usable(struct loader *l, const struct yaml_node *at, struct str regex)
{
    int error;
    PCRE2_SIZE offset;
    PCRE2_UCHAR text[160] = "";
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)regex.p, regex.n, PCRE2_NEVER_UTF,
                                     &error, &offset, NULL);

    if (!code) {
        pcre2_get_error_message(error, text, sizeof text);
        load_mistake(l, at, "%s at byte %zu of the regex", (const char *)text, offset + 1);
        return false;
    }
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    if (!data)
        mem_out();
    bool empty = pcre2_match(code, (PCRE2_SPTR) "", 0, 0, 0, data, NULL) >= 0;
    pcre2_match_data_free(data);
    pcre2_code_free(code);
    if (empty)
        load_mistake(
            l, at,
            "the regex matches the empty text: it must ask for some text of its own");
    return !empty;
}

static bool read_kind(struct loader *l, const struct yaml_node *at, struct str word,
                      enum secret_kind *out)
{
    CLEANUP(buf_done) struct buf known = {0};

    if (word.n == 0 || secret_kind_of(word, out))
        return true;
    for (unsigned k = 0; k < SECRET_COUNT; k++) {
        buf_char(&known, ' ');
        buf_add(&known, secret_name((enum secret_kind)k));
    }
    load_mistake(l, at, "'%.*s' is no kind of secret; there are:%s", STR_FMT(word),
                 buf_z(&known));
    return false;
}

void load_secret(struct loader *l, const struct yaml_node *item)
{
    static const struct load_key keys[] = {
        {STR_INIT("regex"), 1, load_text, offsetof(struct secret_draft, regex)},
        {STR_INIT("kind"),  1, load_text, offsetof(struct secret_draft, kind) },
    };
    struct secret_draft d = {0};
    struct secret_rule rule = {.kind = SECRET_CUSTOM};

    if (!load_is_map(l, item))
        return;
    load_map(l, item, keys, COUNT_OF(keys), 1, &d);
    if (d.regex.n == 0) {
        load_mistake(l, item, "a secret needs its regex");
        return;
    }
    rule.regex = d.regex;
    bool good = read_kind(l, yaml_get(item, STR("kind")), d.kind, &rule.kind);
    if (!is_usable(l, yaml_get(item, STR("regex")), d.regex) || !good)
        return;
    VEC_GROW(l->secrets, l->secret_count, l->secret_cap);
    l->secrets[l->secret_count++] = rule;
}
