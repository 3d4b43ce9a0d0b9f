#include "parse/habit.h"

void habit_done(struct habit *b)
{
    buf_done(&b->file);
    buf_done(&b->section);
    buf_done(&b->quote);
    buf_done(&b->labels);
    *b = (struct habit){.plain = false};
}

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

/* What journalctl alone says of itself: "-- Boot 4f9b… --", "-- No entries --". */
static bool is_of_journalctl(struct str s)
{
    static const struct str opens[] = {
        STR_INIT("-- Boot "), STR_INIT("-- Reboot "), STR_INIT("-- Logs begin at "),
        STR_INIT("-- Journal begins at "), STR_INIT("-- No entries "),
    };

    for (size_t i = 0; i < COUNT_OF(opens); i++)
        if (str_starts(s, opens[i]) && str_ends(s, STR(" --")))
            return true;
    return false;
}

bool habit_is_other(const struct habit *b, const struct head *h)
{
    /* journalctl's remarks stand at the left edge themselves; grep's look like them. */
    if (h->form == FORM_NOTE)
        return b->plain && str_starts(h->text, STR("--")) && !is_of_journalctl(h->text) &&
               !(b->transports >> ENVELOPE_JOURNALCTL & 1);
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
