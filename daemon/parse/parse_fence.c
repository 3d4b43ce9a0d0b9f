/*
 * What divides a pasted log from the words around it, in tickets and mails:
 *
 *     ```            Markdown; a language may stand behind it
 *     {noformat}     Jira, and {code}; parameters may stand behind a colon
 *     <pre> </pre>   HTML
 *     [code] [/code]
 *
 * It is nobody's message, and ends the record above it. A stream has such lines where one stands
 * above its first record; in any other they are lines of a text.
 */
#include "parse/head.h"

enum { FENCE_BYTES = 40 };

static bool is_braced(struct str s, struct str word)
{
    s = str_from(s, 1);
    return str_starts(s, word) && s.n > word.n && (s.p[word.n] == '}' || s.p[word.n] == ':') &&
           str_chr(s, '}', 0) == s.n - 1;
}

static bool is_fence(struct str s)
{
    static const struct str whole[] = {
        STR_INIT("~~~"),     STR_INIT("<pre>"),         STR_INIT("</pre>"),
        STR_INIT("<code>"),  STR_INIT("</code>"),       STR_INIT("<pre><code>"),
        STR_INIT("[code]"),  STR_INIT("</code></pre>"), STR_INIT("[/code]"),
    };

    if (s.n < 3 || s.n > FENCE_BYTES)
        return false;
    switch (s.p[0]) {
    case '`': return str_starts(s, STR("```")) && str_chr(s, '`', 3) == STR_NONE;
    case '{': return is_braced(s, STR("noformat")) || is_braced(s, STR("code"));
    case '~':
    case '<':
    case '[':
        for (size_t i = 0; i < COUNT_OF(whole); i++)
            if (str_eq(s, whole[i]))
                return true;
        return false;
    default: return false;
    }
}

static bool read_fence(struct reading *in, struct head *h)
{
    if (h->layered || (in->habit->plain && !in->habit->fenced) || !is_fence(h->text))
        return false;
    in->habit->fenced = true;
    h->form = FORM_WHOLE;
    h->flags |= RECORD_NO_MESSAGE;
    h->text = (struct str){0};
    return true;
}

const struct envelope_kind envelope_fence = {
    .name = "fence",
    .help = "what divides a pasted log from the words around it",
    .id = ENVELOPE_PREFIX,
    .read = read_fence,
};
