/*
 * What shippers put before the record when they print it as a line:
 *
 *     2026-12-01T01:50:30+00:00<TAB>openstack.heat<TAB>{"Payload":…}             fluentd, a file
 *     2026-12-01 01:50:30.971123456 +0000 openstack.heat: {"Payload":…}          fluentd, stdout
 *     [0] kube.heat: [[1796089830.971123456, {}], {"log":…}]                     Fluent Bit, stdout
 *     2026-12-01T01:50:30+01:00 {container="heat-engine", pod="heat-0"}   TEXT   logcli
 *
 * logcli pads its labels to the longest, so the first line that it prints tells where texts begin.
 */
#include "base/num.h"
#include "parse/head.h"

static bool take(struct str *s, struct str what)
{
    if (!str_starts(*s, what))
        return false;
    *s = str_from(*s, what.n);
    return true;
}

/* The tag of an event, up to what ends it. */
static bool pass_tag(struct str *s, struct str ends)
{
    size_t blank = str_chr(*s, ' ', 0), at = str_find(*s, ends, 0);

    if (at == STR_NONE || at == 0 || (blank != STR_NONE && blank < at))
        return false;
    *s = str_from(*s, at + ends.n);
    return str_starts(*s, STR("{\""));
}

/* ---- logcli ---- */

static const struct {
    struct str name;
    enum outer_text to;
} labels[] = {
    {STR_INIT("container"),    OUTER_CONTAINER_NAME},
    {STR_INIT("pod"),          OUTER_POD           },
    {STR_INIT("namespace"),    OUTER_NAMESPACE     },
    {STR_INIT("filename"),     OUTER_FILE          },
    {STR_INIT("host"),         OUTER_HOST          },
    {STR_INIT("hostname"),     OUTER_HOST          },
    {STR_INIT("node_name"),    OUTER_HOST          },
    {STR_INIT("unit"),         OUTER_UNIT          },
    {STR_INIT("systemd_unit"), OUTER_UNIT          },
    {STR_INIT("app"),          OUTER_IDENTIFIER    },
};

static void tell_label(struct head *h, struct str name, struct str value)
{
    for (size_t i = 0; i < COUNT_OF(labels); i++)
        if (str_eq(labels[i].name, name))
            head_tell(head_outer(h), labels[i].to, value);
}

/* name="value", and what stands behind it: ", " or "}". Values with escapes are none of names. */
static bool take_label(struct str *s, struct str *name, struct str *value)
{
    size_t equals = str_find(*s, STR("=\""), 0);

    if (equals == STR_NONE || equals == 0)
        return false;
    *name = str_head(*s, equals);
    for (size_t i = 0; i < name->n; i++)
        if (!num_is_digit(name->p[i]) && name->p[i] != '_' &&
            ((unsigned char)name->p[i] | 0x20U) - 'a' >= 26U)
            return false;
    size_t at = equals + 2;
    while (at < s->n && s->p[at] != '"')
        at += s->p[at] == '\\' ? 2 : 1;
    if (at >= s->n)
        return false;
    *value = (struct str){s->p + equals + 2, at - equals - 2};
    *s = str_from(*s, at + 1);
    return true;
}

static bool take_labels(struct str *s, struct head *h)
{
    struct str name, value;

    if (!take(s, STR("{")))
        return false;
    while (take_label(s, &name, &value)) {
        if (h)
            tell_label(h, name, value);
        if (take(s, STR("}")))
            return true;
        if (!take(s, STR(", ")))
            return false;
    }
    return false;
}

static bool read_logcli(struct reading *in, struct head *h, struct str s,
                        const struct stamp *t)
{
    struct str set = s;
    const char *set_begin = s.p;

    if (!take_labels(&s, NULL) || (s.n && s.p[0] != ' '))
        return false;
    head_writer(h, str_head(set, set.n - s.n));
    (void)take_labels(&set, h);
    head_time(h, t);
    size_t begin = (size_t)(set_begin - h->text.p), end = (size_t)(s.p - set_begin),
           blanks = 0;
    while (blanks < s.n && s.p[blanks] == ' ')
        blanks++;
    size_t *column = &in->habit->column;
    if (*column == 0 && blanks < s.n)
        *column = end + blanks;
    bool padded = *column > end && *column <= end + blanks;
    h->form = FORM_LAYER;
    h->text = str_from(h->text, begin + (padded ? *column : end + (s.n > 0)));
    return true;
}

/* ---- before an object ---- */

static bool read_object(struct head *h, struct str s, const struct stamp *t)
{
    (void)head_outer(h);
    if (t)
        head_time(h, t);
    h->form = FORM_LAYER;
    h->text = s;
    return true;
}

/* [0] TAG: [[TIME, {}], {"log":…}], or of old [0] TAG: [TIME, {"log":…}] */
static bool read_fluent_bit(struct head *h)
{
    struct str s = h->text;
    uint64_t n;

    if (!take(&s, STR("[")) || !num_take(&s, UINT32_MAX, &n) || !take(&s, STR("] ")))
        return false;
    size_t colon = str_find(s, STR(": ["), 0), object = str_find(s, STR(", {\""), 0);
    if (colon == STR_NONE || object == STR_NONE || colon > object ||
        str_find(str_head(s, colon), STR(" "), 0) != STR_NONE || !str_ends(s, STR("}]")))
        return false;
    return read_object(h, (struct str){s.p + object + 2, s.n - object - 3}, NULL);
}

static bool read_shipper(struct reading *in, struct head *h)
{
    struct str s = h->text, tail;
    struct stamp t;

    if (h->layer_count || s.n < STAMP_BYTES + 4)
        return false;
    if (s.p[0] == '[')
        return read_fluent_bit(h);
    if (!num_is_digit(s.p[0]) || !stamp_take(&in->stamper, &s, &t) || s.n == 0)
        return false;
    tail = s;
    if (take(&tail, STR("\t")) && !t.zone_assumed && pass_tag(&tail, STR("\t")))
        return read_object(h, tail, &t);
    if (take(&s, STR(" +0000 ")) && pass_tag(&s, STR(": "))) {
        struct civil c;
        clock_to_civil(in->stamper.wall, &c);
        t.time = clock_from_civil(&c) + t.time % USEC_PER_SEC;
        t.zone_assumed = false;
        return read_object(h, s, &t);
    }
    return !t.zone_assumed && take(&s, STR(" ")) && read_logcli(in, h, s, &t);
}

const struct envelope_kind envelope_shipper = {
    .name = "shipper",
    .help = "a record as fluentd, Fluent Bit and logcli print it: time, tag or labels, "
            "record",
    .id = ENVELOPE_PREFIX,
    .outer = true,
    .read = read_shipper,
};
