/*
 * settings_parts.h - what the files of the settings share.
 */
#ifndef LOGCLASS_CONFIG_SETTINGS_PARTS_H
#define LOGCLASS_CONFIG_SETTINGS_PARTS_H

#include "config/settings.h"

struct settings_reader {
    struct arena *arena;
    const struct settings_tables *tables;
    struct mistakes *mistakes;
    struct settings *out;
};

/* settings_check.c: single texts. */
int settings_check_zone(struct str text, struct err *e);

/* settings_check.c: the maps `labels` and `fields` of the root. */
void settings_check_maps(struct settings_reader *r, const struct yaml_node *root);

/* settings_entries.c: the lists `inputs` and `outputs`. */
void settings_read_inputs(struct settings_reader *r, const struct yaml_node *list);
void settings_read_outputs(struct settings_reader *r, const struct yaml_node *list);
void settings_help_entries(struct buf *out, const struct settings_tables *t);

#endif
