/*
 * What kubectl puts before the lines of containers that it prints:
 *
 *     [pod/heat-engine-7d9c5b-x2x4q/heat-engine] TEXT         --prefix
 *     2016-10-06T00:17:09.669794202Z TEXT                     --timestamps
 *
 * Nine digits always (kubelet's RFC3339NanoFixed; docker logs --timestamps writes the same), which
 * no daemon of syslog does. With both options the name comes first.
 */
#include "parse/head.h"

enum { TIME_BYTES = STAMP_BYTES + 10 }; /* up to its zone */

/* "pod/NAME/CONTAINER" */
static bool read_name(struct reading *in, struct head *h)
{
    struct str s = h->text, pod, container;

    (void)in;
    if (!str_starts(s, STR("[pod/")))
        return false;
    size_t end = str_chr(s, ']', 0);
    if (end == STR_NONE || (end + 1 < s.n && s.p[end + 1] != ' '))
        return false;
    struct str name = {s.p + 5, end - 5};
    size_t slash = str_chr(name, '/', 0);
    if (slash == STR_NONE || slash == 0 || slash + 1 == name.n ||
        str_chr(name, ' ', 0) != STR_NONE || str_chr(name, '/', slash + 1) != STR_NONE)
        return false;
    pod = str_head(name, slash);
    container = str_from(name, slash + 1);
    h->form = FORM_LAYER;
    head_tell(head_outer(h), OUTER_POD, pod);
    head_tell(head_outer(h), OUTER_CONTAINER_NAME, container);
    head_writer(h, name);
    h->text = str_from(s, end + 1 < s.n ? end + 2 : end + 1);
    return true;
}

static bool read_time(struct reading *in, struct head *h)
{
    struct str s = h->text;
    struct stamp t;

    if (s.n <= TIME_BYTES || s.p[10] != 'T' || s.p[STAMP_BYTES] != '.' ||
        (s.p[TIME_BYTES] != 'Z' && s.p[TIME_BYTES] != '+' && s.p[TIME_BYTES] != '-') ||
        !stamp_take(&in->stamper, &s, &t) || t.zone_assumed || (s.n && s.p[0] != ' '))
        return false;
    h->form = FORM_LAYER;
    head_time(h, &t);
    h->text = s.n ? str_from(s, 1) : s;
    return true;
}

static bool read_kubectl(struct reading *in, struct head *h)
{
    if (h->text.n < 5)
        return false;
    return h->text.p[0] == '[' ? read_name(in, h) : read_time(in, h);
}

const struct envelope_kind envelope_kubectl = {
    .name = "kubectl",
    .help = "what kubectl logs prints before a line: [pod/NAME/CONTAINER], a time",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_kubectl,
};
