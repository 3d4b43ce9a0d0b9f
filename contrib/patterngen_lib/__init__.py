"""The rooms of contrib/patterngen, each one subject; from the page upwards:

    page        lines become tables and rows, with the numbers that they keep for ever
    columns     what a table is about, by the cells of its header; a row's cells by what they are
    cells       notations of single cells: none, as above, marks, levels, statuses
    sites       lines of source code, the modules that they lie in
    gaps        templates: where a value stands in a text
    texts       a cell that holds a message becomes templates, or reasons why it cannot
    classes     a cell that names an exception becomes a dotted class
    callers     what the API's client saw
    items       the entries of a pattern file, their ids and examples
    clashes     entries that would take each other's lines
    emit        a document as YAML that a person goes on writing
    patterns    pattern files that exist: which rows they name, and how
    facts       what a row says, in a page or in a pattern file, for comparing
    pairs       rows of two pages that are the same row

rows_log, rows_class and rows_value make items of the rows of one kind of table. The commands are
derive, coverage and diff; a new one is a module more in the table of contrib/patterngen.
"""
