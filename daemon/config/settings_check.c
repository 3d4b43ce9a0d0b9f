/* What single values of the settings must be. */
#include "base/num.h"
#include "base/zone.h"
#include "config/settings_parts.h"

int settings_check_zone(struct str text, struct err *e)
{
    struct zone z;
    char name[sizeof z.name];

    if (text.n < sizeof name) {
        memcpy(name, text.p, text.n);
        name[text.n] = '\0';
        if (zone_init(&z, name, e) == 0)
            return 0;
    }
    return err_set(e, "a zone: UTC, an offset (+01:00), or a name (Europe/Paris)");
}

int settings_check_address(struct str text, struct err *e)
{
    size_t colon = str_rchr(text, ':');
    uint64_t port;

    if (colon != STR_NONE && colon > 0 &&
        num_u64(str_from(text, colon + 1), 65535, &port) && port > 0) {
        struct str host = str_head(text, colon);
        bool bare = str_chr(host, ':', 0) == STR_NONE;
        bool boxed = host.n > 2 && host.p[0] == '[' && host.p[host.n - 1] == ']';
        if ((bare || boxed) && str_chr(host, ' ', 0) == STR_NONE &&
            str_chr(host, '/', 0) == STR_NONE)
            return 0;
    }
    return err_set(e, "HOST:PORT, as in siem.example:6514 or [2001:db8::1]:6514");
}

/* A name of the schema's `labels`: ^[a-z][a-z0-9_]{0,63}$ */
static bool is_label(struct str s)
{
    if (s.n == 0 || s.n > 64 || s.p[0] < 'a' || s.p[0] > 'z')
        return false;
    for (size_t i = 0; i < s.n; i++)
        if (!num_is_digit(s.p[i]) && s.p[i] != '_' && (s.p[i] < 'a' || s.p[i] > 'z'))
            return false;
    return true;
}

/* The fields that the schema leaves to the configuration, and their limits in bytes. */
static const struct {
    struct str name;
    size_t limit_bytes;
} fields[] = {
    {STR_INIT("service.version"),     64 },
    {STR_INIT("service.environment"), 64 },
    {STR_INIT("service.node.name"),   256},
    {STR_INIT("cloud.region"),        128},
};

static void check_length(struct settings_reader *r, const struct yaml_pair *pair,
                         size_t limit)
{
    if (pair->value->kind == YAML_TEXT && pair->value->text.n > limit)
        mistake_at(r->mistakes, pair->value, "'%.*s' is %zu bytes long; at most %zu",
                   STR_FMT(pair->key->text), pair->value->text.n, limit);
}

static void check_label(struct settings_reader *r, const struct yaml_pair *pair)
{
    if (!is_label(pair->key->text))
        mistake_at(
            r->mistakes, pair->key,
            "the label '%.*s': a name has lower case letters, digits and '_', begins "
            "with a letter, and is at most 64 long",
            STR_FMT(pair->key->text));
    check_length(r, pair, SETTINGS_LABEL_BYTES);
}

static void check_field(struct settings_reader *r, const struct yaml_pair *pair)
{
    CLEANUP(buf_done) struct buf known = {0};

    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        if (str_eq(pair->key->text, fields[i].name)) {
            check_length(r, pair, fields[i].limit_bytes);
            return;
        }
        buf_fmt(&known, "%s%.*s", i ? ", " : "", STR_FMT(fields[i].name));
    }
    mistake_at(r->mistakes, pair->key,
               "the field '%.*s' is not the operator's; what may "
               "stand here: %s (anything else is a label)",
               STR_FMT(pair->key->text), buf_z(&known));
}

static void check_map(struct settings_reader *r, const struct yaml_node *map,
                      void (*check)(struct settings_reader *, const struct yaml_pair *))
{
    if (!map || map->kind != YAML_MAP)
        return;
    if (map->n > SETTINGS_LABELS)
        mistake_at(r->mistakes, map, "%zu of them; an event carries at most %d", map->n,
                   (int)SETTINGS_LABELS);
    for (size_t i = 0; i < map->n; i++)
        check(r, &map->pairs[i]);
}

void settings_check_maps(struct settings_reader *r, const struct yaml_node *root)
{
    check_map(r, yaml_get(root, STR("labels")), check_label);
    check_map(r, yaml_get(root, STR("fields")), check_field);
}
