/*
 * value.h - is a value that stands where a secret may stand a secret?
 */
#ifndef LOGCLASS_MASK_VALUE_H
#define LOGCLASS_MASK_VALUE_H

#include "flow/batch.h"

/*
 * What says nothing: empty, None, true, a gap of a template (%s, %(name)s, {}), OpenStack's and other
 * programs' own masks (***, TOKEN_REDACTED), our mark, keystoneauth's digests ({SHA256}…,
 * keystoneauth1/session.py, _process_header), the path of a file in place of a key or token.
 */
bool value_is_harmless(struct str v, enum secret_kind kind);

/*
 * Behind "password: " prose stands as often as a password. A word is taken for a secret if it has
 * six bytes, a digit or a sign that no word has, and is no number, address, path, call or UUID.
 */
bool value_looks_secret(struct str v, enum secret_kind kind);

/* 32 hex digits: a UUID token of keystone. */
bool value_is_hex32(struct str v);

/* Letters, digits, + / - _ and = at the end, and either both cases or a digit. */
bool value_is_base64(struct str v);

/* Base64 of user:password. */
bool value_is_credentials(struct str v);

/* Decodes base64, of whichever alphabet, into out[0, max); returns how many bytes that were. */
size_t value_decoded(struct str v, char *out, size_t max);

/* Words that follow "--os-token" or "password:" in a sentence. */
bool value_is_prose(struct str v);

#endif
