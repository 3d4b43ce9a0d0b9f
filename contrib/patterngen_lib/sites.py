"""Lines of source code, as cells list them: path.py:12, path.py:12-15 (note), other.py:3 (+29).

    masakari/engine/manager.py:245        a place; its module is masakari.engine.manager
    …/__init__.py:50                      the module is the folder
    +29   (+162)   others                 the page cut its list: kept as a remark
    path.py:9 (why)                       a remark
    — (not raised in heat/)               no place, and why
"""
import re

SITE = re.compile(r'(?P<path>[A-Za-z_][\w.-]*(?:/[\w.-]+)*\.[a-z]{1,5})'
                  r'(?::(?P<line>\d+)(?:-\d+)?)?')
PART = re.compile(SITE.pattern.replace('?P<path>', '').replace('?P<line>', '') +
                  r'(?=\s|$)')
MARK = re.compile(r'\s*(?P<mark>\[inferred[^\]]*\])')
CUT = re.compile(r'\(?\+(?P<n>\d+)\)?')
ABSENT = re.compile(r'(?:[—–-]\s*)?\(?(?P<why>not raised\b[^()]*)\)?', re.I)
# A remark that says it is no raise site after all.
CONTRADICTS = re.compile(r'\b(?:caught|handled|handler|except|re-?raised?|swallowed)\b', re.I)


class Sites:
    """
    places      ['path:line', ...] in the page's order
    remarks     what the cell says besides
    doubt       why a person must look, or None
    """

    def __init__(self):
        self.places, self.remarks, self.doubt = [], [], None

    @property
    def modules(self):
        """The modules of the places that are Python files, each once."""
        return list(dict.fromkeys(module_of(p) for p in self.places if is_python(p)))


def is_python(place):
    return re.search(r'\.py(?::|$)', place) is not None


def module_of(place):
    """masakari/engine/manager.py:245 -> masakari.engine.manager"""
    path = re.sub(r'(?:/__init__)?\.py$', '', place.partition(':')[0])
    return path.replace('/', '.')


def split_parts(text):
    """Parts between commas that stand in no parenthesis or bracket."""
    parts, depth = [''], 0
    for c in text:
        depth += (c in '([') - (c in ')]')
        if c == ',' and depth <= 0:
            parts.append('')
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def is_list(text):
    """Does the cell begin with a place in a source file, and list nothing else?"""
    parts = split_parts(text)
    return bool(parts) and PART.match(parts[0]) is not None and '/' in parts[0].split()[0] and \
        all(PART.match(part) or CUT.fullmatch(part) or part == 'others' for part in parts)


def more(n):
    return f'{n} more place{"" if n == "1" else "s"}'


def take_rest(found, rest):
    """What stands behind a place: a cut list, a mark, a remark. False: something else."""
    while rest:
        cut, mark = CUT.match(rest), MARK.match(rest)
        remark = re.match(r'\((?P<remark>[^()]+)\)', rest)
        if cut:
            found.remarks.append(more(cut['n']))
        elif mark:
            found.remarks.append(mark['mark'])
        elif remark:
            found.remarks.append(remark['remark'])
            if CONTRADICTS.search(remark['remark']):
                found.doubt = f'a place "({remark["remark"]})": is it a raise site?'
        else:
            return False
        rest = rest[(cut or mark or remark).end():].strip()
    return True


def take_part(found, part):
    place = PART.match(part)
    cut = CUT.fullmatch(part)
    if place and take_rest(found, part[place.end():].strip()):
        found.places.append(place[0])
    elif cut:
        found.remarks.append(more(cut['n']))
    elif part == 'others':
        found.remarks.append('and other places')
    else:
        found.doubt = f'"{part}" is no place in a source file'


def read_sites(text):
    """The places that a cell (clean, without its none) lists."""
    found = Sites()
    absent = ABSENT.fullmatch(text)
    if absent:
        found.remarks.append(absent['why'].strip())
        return found
    for part in split_parts(text):
        take_part(found, part)
    return found
