/*
 * yaml.h - YAML with positions: a tree in which every node knows its line and column, so that a
 * mistake can be shown where it stands.
 *
 * Parsing is libyaml's (0.2, YAML 1.1). Every scalar is text: yes, 3.10 and 0x1F stay as written.
 * Anchors, aliases and tags are refused, so is a key that stands twice in one mapping, and a
 * document beyond the first.
 */
#ifndef LOGCLASS_CONFIG_YAML_H
#define LOGCLASS_CONFIG_YAML_H

#include "base/arena.h"
#include "base/err.h"

enum yaml_kind { YAML_TEXT, YAML_LIST, YAML_MAP };

struct yaml_pair;

struct yaml_node {
    enum yaml_kind kind;
    unsigned line, column; /* 1-based */
    struct str text;       /* YAML_TEXT */
    bool quoted; /* the text stood in quotes or in a block: an empty one was meant */
    const struct yaml_node *const *items; /* YAML_LIST */
    const struct yaml_pair *pairs;        /* YAML_MAP, in the order of the file */
    size_t n;
};

struct yaml_pair {
    const struct yaml_node *key; /* YAML_TEXT */
    const struct yaml_node *value;
};

enum { YAML_DEPTH = 16, YAML_NODES = 4 * 1000 * 1000 }; /* deeper or more: refused */

/* The document as a tree in arena a; an empty document is an empty map. NULL on a mistake, e is
 * "LINE:COLUMN: what". */
const struct yaml_node *yaml_read(struct arena *a, struct str text, struct err *e);

/* The value of a key, NULL: not there. */
const struct yaml_node *yaml_get(const struct yaml_node *map, struct str key);

#endif
