/*
 * A line as the runtime of a container keeps it (containerd, CRI-O, and podman's k8s-file):
 *
 *     2016-10-06T00:17:09.669794202Z stdout F TEXT
 *     2026-12-01T01:51:22.043123456+01:00 stderr P TEXT
 *
 * The tags are divided by ':', and the first tells whether the line is full or goes on in the next
 * one of the same stream: containerd cuts at 16 KiB, conmon at the 8 KiB of its buffer
 * (kubernetes/design-proposals, node/kubelet-cri-logging; conmon's ctr_logging.c). An empty text
 * leaves the tag alone, with or without its blank.
 */
#include "parse/head.h"

enum { DATE_BYTES = 10, TAG_BYTES = 9 }; /* "stdout F" and what ends it */

/* "F", or "P", and the tags behind it up to the blank. */
static bool take_tags(struct str *in, bool *partial)
{
    if (in->n == 0 || (in->p[0] != 'F' && in->p[0] != 'P'))
        return false;
    if (in->n > 1 && in->p[1] != ' ' && in->p[1] != ':')
        return false;
    size_t end = str_chr(*in, ' ', 1);
    *partial = in->p[0] == 'P';
    *in = end == STR_NONE ? str_from(*in, in->n) : str_from(*in, end + 1);
    return true;
}

static bool take_stream(struct str *in, struct str *stream)
{
    if (!str_starts(*in, STR(" stdout ")) && !str_starts(*in, STR(" stderr ")))
        return false;
    *stream = (struct str){in->p + 1, 6};
    *in = str_from(*in, 8);
    return true;
}

static bool read_cri(struct reading *in, struct head *h)
{
    struct str s = h->text, stream;
    struct stamp t;
    bool partial;

    if (s.n < STAMP_BYTES + TAG_BYTES || s.p[DATE_BYTES] != 'T' ||
        !stamp_take(&in->stamper, &s, &t) || t.zone_assumed || !take_stream(&s, &stream) ||
        !take_tags(&s, &partial))
        return false;
    h->form = FORM_LAYER;
    head_time(h, &t);
    head_writer(h, stream);
    h->partial = partial;
    h->text = s;
    return true;
}

const struct envelope_kind envelope_cri = {
    .name = "cri",
    .help = "a container runtime's line: time, stdout or stderr, F or P, text",
    .id = ENVELOPE_CRI,
    .outer = true,
    .read = read_cri,
};
