/*
 * classname.h - what can be the name of an exception's class.
 *
 * A dotted name (base/pyname.h) of a module and a class; builtins have no module.
 */
#ifndef LOGCLASS_PARSE_CLASSNAME_H
#define LOGCLASS_PARSE_CLASSNAME_H

#include "base/str.h"

/* How sure it is, from the name alone, that it is a class. */
enum class_sure {
    CLASS_NEVER, /* no identifiers between the dots, or a last part in lower case */
    CLASS_WORD,  /* one word that begins in upper case: only a place can tell */
    CLASS_LIKELY, /* one word that ends as exceptions do (…Error, …NotFound), or is dotted */
    CLASS_BUILTIN,
};

enum class_sure classname_sure(struct str name);

/* …Error, …NotFound, …Failed and the like. */
bool classname_ends_as_errors_do(struct str name);

#endif
