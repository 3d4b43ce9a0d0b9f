/*
 * An event of our own, which came back by way of a shipper: it has been classified. Its keys are
 * those of doc/event.md.
 */
#include "base/json.h"
#include "parse/object.h"

static bool read_event(struct reading *in, struct head *h)
{
    struct str key, message = {0}, time = {0};
    struct json j;
    struct stamp t;

    if (object_of(in, h->text) != OBJECT_EVENT)
        return false;
    json_init(&j, h->text, in->arena);
    (void)json_open(&j, '{');
    while (json_key(&j, &key)) {
        if (str_eq(key, STR("message")))
            json_string(&j, &message);
        else if (str_eq(key, STR("@timestamp")))
            json_string(&j, &time);
        else
            json_skip(&j);
    }
    if (!message.p || (!j.cut && !json_end(&j)))
        return false;
    h->form = FORM_WHOLE;
    if (stamp_take(&in->stamper, &time, &t)) {
        h->time = t.time;
        h->time_known = true;
        h->time_source = TIME_RECORD;
    }
    if (j.cut)
        h->flags |= RECORD_PARTIAL;
    h->text = message;
    return true;
}

const struct envelope_kind envelope_logclass_event = {
    .name = "logclass_event",
    .help = "an event that logclass wrote: taken as it is, not classified again",
    .id = ENVELOPE_LOGCLASS_EVENT,
    .read = read_event,
};
