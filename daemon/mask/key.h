/*
 * key.h - a name that ends in a word of the list, and shapes of its value that oslo_utils misses.
 * Shared by key.c and forms.c only.
 */
#ifndef LOGCLASS_MASK_KEY_H
#define LOGCLASS_MASK_KEY_H

#include "mask/scan.h"

struct key {
    size_t name; /* where it begins */
    enum secret_kind kind;
    bool header; /* X-Auth-Token and its like: one word behind the colon, whatever it looks like */
};

/* Each looks at the byte behind the name, or behind the quote that ends it, and says whether the
 * name stands in that shape; then what is to be hidden is. */

/*
 * Signs of the text are encoded, once or twice, for a URL, for HTML, or as JSON's \u0022:
 * %22name%22%3A%22v%22, name%3Dv%26, &quot;name&quot;: &quot;v&quot;, &lt;name&gt;v&lt;
 */
bool form_encoded(struct scan *sc, const struct key *k, size_t at);

/* The value is called one: name, "value": "v"; name" value="v"; name">v<; name ⏎ value: v */
bool form_pair(struct scan *sc, const struct key *k, size_t at);

/*
 * Validators tell what they refused: "name. Value: v. …" (nova/api/validation/validators.py and its
 * copies), "name: Value 'v' is not …" (heat), "name' is invalid: "v" does not …"
 */
bool form_refused(struct scan *sc, const struct key *k, size_t at);

/* Key (name, password)=(x, v) already exists: what PostgreSQL says of an index. */
bool form_index(struct scan *sc, const struct key *k, size_t at);

/* <name type="x">v< */
bool form_attributes(struct scan *sc, const struct key *k, size_t at);

/* names: ["v", "w"] */
bool form_plural(struct scan *sc, const struct key *k, size_t at);

/* password is v; password v, where the sentence ends behind it */
bool form_sentence(struct scan *sc, const struct key *k, size_t at);

#endif
