/*
 * A line of docker's json-file driver (/var/lib/docker/containers/ID/ID-json.log;
 * daemon/logger/jsonfilelog/jsonlog of moby):
 *
 *     {"log":"TEXT\n","stream":"stdout","time":"2019-01-01T11:11:11.111111111Z"}
 *
 * "attrs" may follow. A line over 16 KiB comes in parts, of which only the last ends in \n. Fluent
 * Bit writes the lines of a CRI file like that without \n, and "logtag" or "_p" tells the parts
 * (F and P).
 */
#include "base/json.h"
#include "parse/object.h"

struct docker {
    struct str log, stream, time, tag;
};

static bool read_fields(struct reading *in, struct str text, struct docker *d)
{
    struct json j;
    struct str key;

    json_init(&j, text, in->arena);
    if (!json_open(&j, '{'))
        return false;
    while (json_key(&j, &key)) {
        if (str_eq(key, STR("log")))
            json_string(&j, &d->log);
        else if (str_eq(key, STR("stream")))
            json_string(&j, &d->stream);
        else if (str_eq(key, STR("time")))
            json_string(&j, &d->time);
        else if (str_eq(key, STR("logtag")) || str_eq(key, STR("_p")))
            json_string(&j, &d->tag);
        else
            json_skip(&j);
    }
    /* One that is cut is read as far as it goes, where it has come to the text's end. */
    return d->log.p && ((j.failed && j.cut) || json_end(&j));
}

static bool read_docker(struct reading *in, struct head *h)
{
    struct docker d = {0};
    struct stamp t;

    if (object_of(in, h->text) != OBJECT_DOCKER || !read_fields(in, h->text, &d))
        return false;
    h->form = FORM_LAYER;
    (void)head_outer(h);
    if (stamp_take(&in->stamper, &d.time, &t))
        head_time(h, &t);
    head_writer(h, STR("docker")); /* in a file of several pods: not the stdout of a CRI line */
    head_writer(h, d.stream);
    /* Fluent Bit prints lines without their end as well. */
    bool printed = h->layer_count && h->layers[h->layer_count - 1] == ENVELOPE_PREFIX;
    h->partial = d.tag.n ? d.tag.p[0] == 'P' : !printed && !str_ends(d.log, STR("\n"));
    if (h->partial)
        h->text = d.log; /* a colour may be cut in two */
    else
        head_ended(in, h, d.log);
    return true;
}

const struct envelope_kind envelope_docker = {
    .name = "docker",
    .help = "a line of docker's json-file: log, stream, time",
    .id = ENVELOPE_DOCKER,
    .outer = true,
    .read = read_docker,
};
