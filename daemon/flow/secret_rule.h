/*
 * secret_rule.h - what a pattern file calls a secret, whoever logs it: the rows of `secrets`.
 */
#ifndef LOGCLASS_FLOW_SECRET_RULE_H
#define LOGCLASS_FLOW_SECRET_RULE_H

#include "flow/batch.h"

struct secret_rule {
    struct str regex; /* PCRE2; its first group is the secret, without groups the whole match */
    enum secret_kind kind;
};

/* The kind of that name; false: there is none. */
bool secret_kind_of(struct str name, enum secret_kind *out);

#endif
