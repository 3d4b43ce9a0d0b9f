#include "classify/explain.h"

#include <stdarg.h>
#include <stdio.h>

void teller_say(const struct teller *t, const char *step, const char *fmt, ...)
{
    char text[1024];
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (n < 0)
        return;
    size_t kept = (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
    t->narrator(t->context, step, (struct str){text, kept});
}

static void tell_hit(const struct teller *t, const char *side, const struct hit *hit)
{
    if (!hit->entry)
        return;
    if (hit->candidate_count == 0) {
        teller_say(t, "choice", "%s: %.*s", side, STR_FMT(hit->entry->id));
        return;
    }
    teller_say(t, "choice", "%s: %zu remain, likeliest first", side, hit->candidate_count);
    for (size_t i = 0; i < hit->candidate_count; i++)
        teller_say(t, "candidate", "%s: %.*s", side, STR_FMT(hit->candidates[i]->id));
}

static const char *status_word(enum match_status s)
{
    static const char *const words[] = {
        [MATCH_UNCLASSIFIED] = "unclassified",
        [MATCH_CLASSIFIED] = "classified",
        [MATCH_AMBIGUOUS] = "ambiguous",
    };
    return words[s];
}

void teller_choice(const struct teller *t, const struct match *m)
{
    tell_hit(t, "log", &m->log);
    tell_hit(t, "exception", &m->raised);
    char basis[160] = "";
    size_t n = 0;
    for (unsigned bit = 0; bit < BASIS_COUNT; bit++)
        if (m->basis & 1U << bit && n < sizeof basis)
            n += (size_t)snprintf(basis + n, sizeof basis - n, " %.*s",
                                  STR_FMT(basis_name(bit)));
    teller_say(t, "choice", "%s, confidence %d%s%s%s%s", status_word(m->status),
               m->confidence, n ? "; agreed:" : "", basis,
               m->elsewhere ? "; from another logger"
               : m->away    ? "; raised in a file that is not listed"
                            : "",
               m->limited_count ? "; a pattern ran into its limit" : "");
}
