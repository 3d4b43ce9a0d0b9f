/*
 * What every text that fits a regex must hold, read off the regex itself. Where a construct could
 * change the meaning of plain characters (alternatives, case, extended syntax, escapes with
 * arguments), the answer is "nothing": the lead is then empty, and PCRE2 alone decides.
 */
#include "base/num.h"
#include "classify/pattern_parts.h"

struct scan {
    struct str re;
    size_t at;
    bool unsure;

    struct buf lead, run, longest; /* run: plain characters in a row, without blanks */
    bool lead_closed;
    size_t bytes, least_bytes; /* of this alternative, of the shortest one */
    bool words, always_words;
};

static void scan_done(struct scan *s)
{
    buf_done(&s->lead);
    buf_done(&s->run);
    buf_done(&s->longest);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool sees(const struct scan *s, struct str what)
{
    return str_starts(str_from(s->re, s->at), what);
}

static void end_run(struct scan *s)
{
    if (s->run.n > s->longest.n) {
        buf_clear(&s->longest);
        buf_add(&s->longest, buf_str(&s->run));
    }
    buf_clear(&s->run);
}

static void stop_plain(struct scan *s)
{
    end_run(s);
    s->lead_closed = true;
}

static void plain(struct scan *s, char c)
{
    bool blank = walk_is_blank(c);

    s->bytes++;
    s->words = s->words || num_is_digit(c) || is_letter(c) || (unsigned char)c >= 0x80;
    if (blank)
        end_run(s);
    else
        buf_char(&s->run, c);
    if (blank)
        c = ' ';
    if (!s->lead_closed && !(blank && str_ends(buf_str(&s->lead), STR(" "))))
        buf_char(&s->lead, c);
}

/* {2}, {2,}, {2,5}, {,5}: its length, or 0. */
static size_t braces(struct str s)
{
    size_t i = 1;

    while (i < s.n && (num_is_digit(s.p[i]) || s.p[i] == ','))
        i++;
    return i > 1 && i < s.n && s.p[i] == '}' ? i + 1 : 0;
}

enum quantifier { QUANTIFIER_NONE, QUANTIFIER_SOME, QUANTIFIER_ANY };

/* Moves behind what tells how often the last thing is repeated. */
static enum quantifier quantifier(struct scan *s)
{
    size_t n = 0;
    char c = 0;

    if (s->at < s->re.n)
        c = s->re.p[s->at];
    if (c == '*' || c == '+' || c == '?')
        n = 1;
    else if (c == '{')
        n = braces(str_from(s->re, s->at));
    if (n == 0)
        return QUANTIFIER_NONE;
    s->at += n;
    if (sees(s, STR("?")) || sees(s, STR("+")))
        s->at++;
    return c == '+' ? QUANTIFIER_SOME : QUANTIFIER_ANY;
}

static void plain_or_repeated(struct scan *s, char c)
{
    enum quantifier q = quantifier(s);

    if (q != QUANTIFIER_ANY)
        plain(s, c);
    if (q != QUANTIFIER_NONE)
        stop_plain(s);
}

static void other(struct scan *s)
{
    quantifier(s);
    stop_plain(s);
}

/* Moves behind the class whose [ was just passed. */
static void skip_class(struct scan *s)
{
    if (sees(s, STR("^")))
        s->at++;
    if (sees(s, STR("]")))
        s->at++;
    while (s->at < s->re.n && s->re.p[s->at] != ']') {
        if (sees(s, STR("[:"))) {
            size_t end = str_find(s->re, STR(":]"), s->at);
            s->at = end == STR_NONE ? s->at + 1 : end + 2;
        } else {
            s->unsure = s->unsure || sees(s, STR("\\Q")) || sees(s, STR("\\c"));
            s->at += s->re.p[s->at] == '\\' ? 2 : 1;
        }
    }
    s->at++;
}

/* "(?s)", "(?i:" and the like, the ( being passed: the letters; else an empty text. */
static struct str options(const struct scan *s)
{
    struct str rest = str_from(s->re, s->at);
    size_t i = 1;

    if (!sees(s, STR("?")))
        return STR("");
    while (i < rest.n && (is_letter(rest.p[i]) || rest.p[i] == '-' || rest.p[i] == '^'))
        i++;
    bool closed = i < rest.n && (rest.p[i] == ')' || rest.p[i] == ':');
    return closed ? (struct str){rest.p + 1, i - 1} : STR("");
}

/* Options that leave plain characters what they are: where . and ^ match, names of groups. */
static bool harmless(struct str letters)
{
    for (size_t i = 0; i < letters.n; i++)
        if (!strchr("smnJ", letters.p[i]))
            return false;
    return true;
}

/* Moves behind the group whose ( was just passed. */
static void skip_group(struct scan *s)
{
    for (size_t depth = 1; depth > 0 && s->at < s->re.n;) {
        char c = s->re.p[s->at];
        if (c == '\\') {
            s->unsure = s->unsure || sees(s, STR("\\Q")) || sees(s, STR("\\c"));
            s->at += 2;
            continue;
        }
        s->at++;
        if (c == '[')
            skip_class(s);
        depth += c == '(';
        depth -= c == ')';
        s->unsure = s->unsure || (c == '(' && (!harmless(options(s)) ||
                                               sees(s, STR("?#")) || sees(s, STR("*"))));
    }
}

static void group(struct scan *s)
{
    struct str letters = options(s);

    s->unsure = s->unsure || !harmless(letters) || sees(s, STR("?#")) || sees(s, STR("*"));
    if (letters.n > 0 && s->re.p[s->at + 1 + letters.n] == ')') {
        s->at += letters.n + 2;
        return;
    }
    skip_group(s);
    other(s);
}

/* The \ was just passed. */
static void escape(struct scan *s)
{
    static const char letters[] = "ntr", plains[] = "\n\t\r";
    const char *letter;
    char c = 0;

    if (s->at < s->re.n)
        c = s->re.p[s->at++];
    letter = c ? strchr(letters, c) : NULL;
    if (letter) {
        plain_or_repeated(s, plains[letter - letters]);
    } else if (!is_letter(c) && !num_is_digit(c)) {
        plain_or_repeated(s, c);
    } else {
        s->unsure = s->unsure || !strchr("dDsSwWbBAZzhHvVRXK", c);
        other(s);
    }
}

static void end_alternative(struct scan *s)
{
    end_run(s);
    if (s->bytes < s->least_bytes)
        s->least_bytes = s->bytes;
    s->always_words = s->always_words && s->words;
    s->bytes = 0;
    s->words = false;
}

static void step(struct scan *s)
{
    char c = s->re.p[s->at++];

    if (c == '\\') {
        escape(s);
    } else if (c == '(') {
        group(s);
    } else if (c == '[') {
        skip_class(s);
        other(s);
    } else if (c == '|') {
        end_alternative(s);
        s->unsure = true;
    } else if (c == '^' && s->bytes == 0 && !s->lead_closed) {
        /* Every pattern begins at the beginning of the text anyhow. */
    } else if (c == '.' || c == '^' || c == '$') {
        other(s);
    } else {
        plain_or_repeated(s, c);
    }
}

void pattern_regex_facts(struct pattern *p, struct arena *a)
{
    CLEANUP(scan_done)
    struct scan s = {
        .re = p->regex,
        .least_bytes = SIZE_MAX,
        .always_words = true,
    };

    while (s.at < s.re.n)
        step(&s);
    end_alternative(&s);
    p->literal_bytes = s.least_bytes;
    p->has_words = s.always_words;
    p->lead = p->longest = STR("");
    if (!s.unsure && s.lead.n > 0)
        p->lead = arena_str(a, buf_str(&s.lead));
    if (!s.unsure && s.longest.n > 0)
        p->longest = arena_str(a, buf_str(&s.longest));
}
