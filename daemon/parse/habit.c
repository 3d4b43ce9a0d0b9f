#include "parse/habit.h"

/* Web servers write lines of their own among the records of others; these wrap all of them. */
static bool is_transport(enum envelope e)
{
    static const unsigned all = 1U << ENVELOPE_CRI | 1U << ENVELOPE_DOCKER |
                                1U << ENVELOPE_PEBBLE | 1U << ENVELOPE_JOURNAL |
                                1U << ENVELOPE_JOURNALCTL | 1U << ENVELOPE_SYSLOG3164 |
                                1U << ENVELOPE_SYSLOG5424 | 1U << ENVELOPE_FLUENTD |
                                1U << ENVELOPE_PREFIX;
    return all >> e & 1;
}

bool habit_is_other(const struct habit *b, const struct head *h)
{
    /* journalctl's remarks stand at the left edge themselves. */
    if (h->form == FORM_NOTE)
        return b->plain && !(b->transports >> ENVELOPE_JOURNALCTL & 1);
    return b->plain && h->layered && h->layer_count && is_transport(h->layers[0]) &&
           !(b->transports >> h->layers[0] & 1);
}

void habit_note(struct habit *b, const struct head *h)
{
    if (h->layered && h->layer_count)
        b->transports |= 1U << h->layers[0];
    else if (!b->plain)
        b->plain = h->form == FORM_HEAD && head_has_own_time(h);
}
