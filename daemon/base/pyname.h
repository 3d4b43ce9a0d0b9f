/*
 * pyname.h - dotted names of a module and a class, as Python prints them.
 *
 * "libvirt.libvirtError", "x.f.<locals>.Error"; and those that oslo.messaging renames when it
 * rebuilds on this side of a call what was raised on the other (_drivers/common.py):
 * "nova.exception_Remote.HostNotFound_Remote" is nova.exception.HostNotFound.
 */
#ifndef LOGCLASS_BASE_PYNAME_H
#define LOGCLASS_BASE_PYNAME_H

#include "base/arena.h"

/* The length of the dotted name at the head of s; 0 where none stands there. */
size_t pyname_length(struct str s);

/* What stands behind the last dot. */
struct str pyname_last_word(struct str dotted);

/* True if the module or the class ends in _Remote, with a name before it. */
bool pyname_is_remote(struct str name);

/* name without _Remote at the end of module and class; a copy where something was taken out. */
struct str pyname_local(struct arena *a, struct str name);

#endif
