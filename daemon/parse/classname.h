/*
 * classname.h - what can be the name of an exception's class.
 *
 * A dotted name of a module and a class, as Python prints it: "libvirt.libvirtError",
 * "nova.exception_Remote.HostNotFound_Remote", "x.f.<locals>.Error"; builtins have no module.
 */
#ifndef LOGCLASS_PARSE_CLASSNAME_H
#define LOGCLASS_PARSE_CLASSNAME_H

#include "base/arena.h"

/* How sure it is, from the name alone, that it is a class. */
enum class_sure {
    CLASS_NEVER, /* no identifiers between the dots, or a last part in lower case */
    CLASS_WORD,  /* one word that begins in upper case: only a place can tell */
    CLASS_LIKELY, /* one word that ends as exceptions do (…Error, …NotFound), or is dotted */
    CLASS_BUILTIN,
};

/* The length of the dotted name at the head of s; 0 where none stands there. */
size_t classname_length(struct str s);

enum class_sure classname_sure(struct str name);

/* True if the module or the class ends in _Remote, as oslo.messaging renames what came over RPC. */
bool classname_is_remote(struct str name);

/* name without _Remote at the end of module and class; a copy where something was taken out. */
struct str classname_local(struct arena *a, struct str name);

#endif
