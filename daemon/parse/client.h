/*
 * client.h - who asked, as access lines name it: an address, a list of them behind proxies, a name,
 * a word for none.
 */
#ifndef LOGCLASS_PARSE_CLIENT_H
#define LOGCLASS_PARSE_CLIENT_H

#include "base/str.h"

/* The first address of "10.0.0.9, 10.0.0.1" or "10.0.0.9:51234,10.0.0.1", which is the client behind
 * the proxies, without its port. A name may stand before it, the virtual host's, or alone: then it
 * is the client. Empty where only dashes stand there. False for any other text. */
bool client_first(struct str list, struct str *client);

/* Such a client is no address: a word that any text may begin with. */
bool client_is_name(struct str client);

#endif
