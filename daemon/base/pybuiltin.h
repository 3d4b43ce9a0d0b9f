/*
 * pybuiltin.h - the exceptions that Python itself defines.
 *
 * Python prints these without a module, so a bare one of these names is Python's and no service's.
 */
#ifndef LOGCLASS_BASE_PYBUILTIN_H
#define LOGCLASS_BASE_PYBUILTIN_H

#include "base/str.h"

/*
 * True if name is an exception or warning of Python 3.13 (docs.python.org, library, Built-in
 * Exceptions), with the aliases EnvironmentError, IOError and WindowsError, or StandardError of
 * Python 2.7.
 */
bool pybuiltin_is_exception(struct str name);

#endif
