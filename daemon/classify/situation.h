/*
 * situation.h - which row of a class: by the text, by the frames, or all that remain (rule 6).
 */
#ifndef LOGCLASS_CLASSIFY_SITUATION_H
#define LOGCLASS_CLASSIFY_SITUATION_H

#include "classify/message.h"

/* How far lines drift between releases: a listed line that is farther away says nothing. */
enum { SITUATION_DRIFT = 50 };

/*
 * Chooses among the situations of class c. False, and *hit empty: the class is anybody's, and
 * nothing points to one of its rows (foreign.h).
 *
 * frames   of the logged exception's own block (of the remote one, for a remote exception),
 *          outermost first
 * ev       what spoke for the choice; only added to
 */
bool situation_choose(struct matcher *m, const struct class_entry *c, struct str text,
                      const struct frame *frames, size_t frame_count, struct hit *hit,
                      struct raised_evidence *ev);

/* Does anything but the class's name speak for the choice: its text, or a frame? */
bool situation_is_shown(const struct raised_evidence *ev);

/* Does p, of row e, fit the whole text or its first line? What is attached below that is often
 * another's words. */
bool situation_text_fits(struct matcher *m, const struct entry *e,
                         const struct pattern *p, struct str text);

/* Does a frame lie in a file that row e lists? True where it lists none. */
bool situation_lists_file(const struct entry *e, const struct frame *frames, size_t n);

/* Values in the exception's text, by what the chosen raise site builds, else by the class's
 * template; leaves *params alone where neither fits. */
void situation_params(struct matcher *m, const struct entry *e, struct str text,
                      const struct param **params, size_t *n);

#endif
