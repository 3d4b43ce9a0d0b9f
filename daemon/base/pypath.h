/*
 * pypath.h - paths of Python source files, as tracebacks and call sites print them.
 */
#ifndef LOGCLASS_BASE_PYPATH_H
#define LOGCLASS_BASE_PYPATH_H

#include "base/str.h"

/*
 * The file without the folder that packages were installed in: zun/compute/manager.py of
 * /usr/lib/python3/dist-packages/zun/compute/manager.py. What stands up to and with
 * site-packages/ or dist-packages/ goes (docs.python.org, module site; Debian Python Policy,
 * 2.5); a path with neither is given as it is.
 */
struct str pypath_inside(struct str file);

/* Is `place`, a folder with its slash or a file, a part of the path that begins at a folder's edge? */
bool pypath_holds(struct str path, struct str place);

#endif
