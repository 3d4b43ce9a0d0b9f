#include "config/settings.h"

#include "base/file.h"
#include "config/settings_parts.h"

/* What stands in the file besides the settings: read later, by tables of other rooms. */
struct file {
    struct settings settings;
    const struct yaml_node *inputs, *outputs;
};

#define MIB (UINT64_C(1) << 20)

static const struct option rows[] = {
    OPTION("state", OPTION_PATH, struct file, settings.state,
           "the folder of the store, state.db", .standard = "/var/lib/logclass"),
    OPTION("store_limit", OPTION_SIZE, struct file, settings.store_limit_bytes,
           "at this size the oldest events of outputs that are not required go",
           .standard = "1GiB", .least = 16 * MIB),
    OPTION("timezone", OPTION_TEXT, struct file, settings.timezone,
           "of times without a zone: UTC, +01:00, Europe/Paris; else the machine's",
           .check = settings_check_zone),
    OPTION("emit", OPTION_WORD, struct file, settings.emit, "which records become events",
           .standard = "problems"),
    OPTION(
        "repeat", OPTION_SPAN, struct file, settings.repeat_us,
        "the same unclassified trouble of a host is one event in this time; 0: each is",
        .standard = "5m"),
    OPTION("first_seen", OPTION_SPAN, struct file, settings.first_seen_us,
           "trouble that was not seen for so long is marked as new", .standard = "30d"),
    OPTION("mute", OPTION_PATH, struct file, settings.mute,
           "a file of what is counted and not sent"),
    OPTION("patterns", OPTION_PATHS, struct file, settings.patterns,
           "files and folders of patterns; else the installed ones"),
    OPTION("rules", OPTION_PATHS, struct file, settings.rules,
           "files and folders of rules; else the installed ones"),
    OPTION("labels", OPTION_TEXT_MAP, struct file, settings.labels,
           "texts that every event carries in `labels`"),
    OPTION("fields", OPTION_TEXT_MAP, struct file, settings.fields,
           "fields of every event that only the operator knows"),
    OPTION("rule_settings", OPTION_TEXT_MAP, struct file, settings.rule_settings,
           "values that rules ask for, by name"),
    OPTION("inputs", OPTION_NODE, struct file, inputs,
           "what is read: a list of {KIND: {option: value}}", .required = true),
    OPTION("outputs", OPTION_NODE, struct file, outputs,
           "where events go: a list of {KIND: {option: value}}", .required = true),
    OPTION("metrics", OPTION_TEXT, struct file, settings.metrics,
           "HOST:PORT on which counters and health are told; else nowhere",
           .check = settings_check_address),
    OPTIONS_END,
};

/* The rows with the caller's words. */
static void make_rows(struct option made[COUNT_OF(rows)], const struct settings_tables *t)
{
    memcpy(made, rows, sizeof rows);
    for (struct option *o = made; o->name; o++)
        if (o->type == OPTION_WORD)
            o->words = t->emits;
}

bool settings_read(struct arena *a, struct str text, const struct settings_tables *t,
                   struct settings *out, struct mistakes *m)
{
    struct file file = {0};
    struct option made[COUNT_OF(rows)];
    struct settings_reader r = {a, t, m, &file.settings};
    unsigned before = m->count;
    struct err e;
    const struct yaml_node *root = yaml_read(a, text, &e);

    if (!root) {
        mistake_read(m, e.text);
        return false;
    }
    make_rows(made, t);
    option_read(a, root, &(struct option_set){made, &file}, 1, m);
    settings_check_maps(&r, root);
    if (file.inputs)
        settings_read_inputs(&r, file.inputs);
    if (file.outputs)
        settings_read_outputs(&r, file.outputs);
    if (m->count != before)
        return false;
    *out = file.settings;
    return true;
}

bool settings_load(struct arena *a, const struct settings_tables *t, struct settings *out,
                   struct mistakes *m)
{
    CLEANUP(buf_done) struct buf text = {0};
    struct err e;

    if (file_read(m->file, SETTINGS_FILE_BYTES, &text, &e) < 0) {
        m->count++;
        buf_fmt(&m->text, "%s\n", e.text);
        return false;
    }
    return settings_read(a, buf_str(&text), t, out, m);
}

void settings_help(struct buf *out, const struct settings_tables *t)
{
    struct option made[COUNT_OF(rows)];

    make_rows(made, t);
    option_help(out, made);
    settings_help_entries(out, t);
}
