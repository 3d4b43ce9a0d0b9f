/* Passwords that stand behind a short option, which only the command's name explains; as text, and
 * as a list of arguments. */
#include "mask/scan.h"

enum form {
    WORD,   /* -P v */
    JOINED, /* -pv only: by itself it asks for one */
    PAIR,   /* -u user:v, user%v */
    SECOND, /* verb user v */
};

static const struct {
    struct str command, option;
    enum form form;
} rows[] = {
    {STR_INIT("ipmitool"),     STR_INIT("-P"),              WORD  },
    {STR_INIT("sshpass"),      STR_INIT("-p"),              WORD  },
    {STR_INIT("mysql"),        STR_INIT("-p"),              JOINED},
    {STR_INIT("redis_cli"),    STR_INIT("-a"),              WORD  },
    {STR_INIT("ldap"),         STR_INIT("-w"),              WORD  },
    {STR_INIT("snmp"),         STR_INIT("-c"),              WORD  },
    {STR_INIT("curl"),         STR_INIT("-u"),              PAIR  },
    {STR_INIT("curl"),         STR_INIT("--user"),          PAIR  },
    {STR_INIT("curl"),         STR_INIT("--proxy-user"),    PAIR  },
    {STR_INIT("smbclient"),    STR_INIT("-U"),              PAIR  },
    {STR_INIT("docker login"), STR_INIT("-p"),              WORD  },
    {STR_INIT("podman login"), STR_INIT("-p"),              WORD  },
    {STR_INIT("rabbitmqctl"),  STR_INIT("add_user"),        SECOND},
    {STR_INIT("rabbitmqctl"),  STR_INIT("change_password"), SECOND},
};

/* The next word of a command, or the next text of a list. */
static bool next_word(struct scan *sc, size_t *at, struct quoted *out)
{
    size_t i = scan_blanks(sc, *at);

    if (scan_at(sc, i) == ',')
        i = scan_blanks(sc, i + 1);
    if (scan_quoted(sc, i, false, out)) {
        *at = out->after;
        return true;
    }
    out->begin = i;
    i = scan_bare(sc, i);
    out->end = out->after = *at = i;
    return i > out->begin;
}

static void hide_pair(struct scan *sc, struct quoted q)
{
    for (size_t i = q.begin + 1; i < q.end; i++) {
        if (sc->s.p[i] != ':' && sc->s.p[i] != '%')
            continue;
        if (!str_ends(scan_part(sc, q.begin, i), STR("[redacted"))) /* the colon of a mark */
            scan_hide_ahead(sc, i + 1, q.end, SECRET_PASSWORD);
        return;
    }
}

/* The word at q is the option. */
static void hide_value(struct scan *sc, size_t row, struct quoted q, size_t at)
{
    size_t joined = q.begin + rows[row].option.n;

    if (rows[row].form == JOINED) {
        scan_hide_ahead(sc, joined, q.end, SECRET_PASSWORD);
        return;
    }
    if (rows[row].form == SECOND && !next_word(sc, &at, &q))
        return;
    if (!next_word(sc, &at, &q))
        return;
    if (rows[row].form == PAIR)
        hide_pair(sc, q);
    else if (scan_at(sc, q.begin) != '/') /* snmpd -c FILE */
        scan_hide_ahead(sc, q.begin, q.end, SECRET_PASSWORD);
}

static bool is_option(const struct scan *sc, size_t row, struct str command,
                      struct quoted q)
{
    struct str word = scan_part(sc, q.begin, q.end);

    if (!str_eq(rows[row].command, command))
        return false;
    if (rows[row].form == PAIR || rows[row].form == SECOND)
        return str_eq(word, rows[row].option);
    if (rows[row].form == JOINED)
        return str_starts(word, rows[row].option) && word.n > rows[row].option.n;
    return str_eq(word, rows[row].option);
}

_Static_assert(COUNT_OF(rows) <= SCAN_COMMANDS,
               "room for the place that each has come to");

/* Where the walk through the words of that command has come to, in a line that names it again. */
static size_t *done_of(struct scan *sc, struct str command)
{
    size_t row = 0;

    while (row + 1 < COUNT_OF(rows) && !str_eq(rows[row].command, command))
        row++;
    return &sc->command_done[row];
}

void command_take(struct scan *sc, const struct rule *r, size_t begin, size_t end)
{
    enum { WORDS = 24, COMMAND_BYTES = 512 };
    size_t depth, at = end, *done = done_of(sc, r->word);
    struct quoted q;

    if (begin > 0 && is_name_byte(sc->s.p[begin - 1]))
        return;
    while (at - end < 16 && is_name_byte(scan_at(sc, at))) /* mysqldump, ldapsearch */
        at++;
    if (scan_is_quote(sc, at, &depth))
        at += depth + 1;
    else if (scan_at(sc, at) != ' ')
        return;
    at = at > *done ? at : *done;
    for (int i = 0; i < WORDS && at - end < COMMAND_BYTES && next_word(sc, &at, &q); i++) {
        *done = at;
        for (size_t row = 0; row < COUNT_OF(rows); row++)
            if (is_option(sc, row, r->word, q)) {
                hide_value(sc, row, q, at);
                break;
            }
    }
}
