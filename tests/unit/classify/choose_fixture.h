/*
 * choose_fixture.h - a few small pattern files, a classifier over them, and one batch.
 */
#ifndef LOGCLASS_TESTS_CLASSIFY_CHOOSE_FIXTURE_H
#define LOGCLASS_TESTS_CLASSIFY_CHOOSE_FIXTURE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "classify/classify.h"

#define HEAD(service, packages, programs)                                                 \
    "format: 1\nservice: " service "\nrelease: stable/2026.2\ncommit: abcdef012345\n"     \
    "analysed: 2026-10-28\npackages: [" packages "]\nprograms: [" programs "]\n"

static const char masakari_file[] = HEAD("masakari", "masakari",
                                         "masakari-api, masakari-api-uwsgi, masakari-engine")
    "log:\n"
    "  - {id: failed, row: '3.5', level: ERROR, loggers: [masakari.engine.manager],\n"
    "     template: \"Failed to process notification '%(uuid)s'. Reason: %(error)s\",\n"
    "     source: [masakari/engine/manager.py:245], situation: workflow failure, cause: [error]}\n"
    "  - {id: caught, row: '3.2', level: ERROR, loggers: [masakari.api.openstack],\n"
    "     template: 'Caught error: %s', params: [error], cause: [error]}\n"
    "  - {id: deleted, level: INFO, loggers: [masakari.ha.api], template: 'Host %s is gone'}\n"
    "  - {id: driver-a, level: ERROR, loggers: [masakari.engine.a], template: 'Same words %s',\n"
    "     source: [masakari/engine/a.py:10]}\n"
    "  - {id: driver-b, level: ERROR, loggers: [masakari.engine.b], template: 'Same words %s',\n"
    "     source: [masakari/engine/b.py:20]}\n"
    "  - {id: twin-a, level: ERROR, loggers: [masakari.twin], template: 'Twin %s',\n"
    "     source: [masakari/twin.py:10]}\n"
    "  - {id: twin-b, level: ERROR, loggers: [masakari.twin], template: 'Twin %s',\n"
    "     source: [masakari/twin.py:90]}\n"
    "  - {id: twin-c, level: WARNING, loggers: [masakari.twin], template: 'Twin %s',\n"
    "     source: [masakari/twin.py:50]}\n"
    "  - {id: pair-a, level: ERROR, loggers: [masakari.pair], template: 'Pair x %(a)s'}\n"
    "  - {id: pair-b, level: ERROR, loggers: [masakari.pair], template: 'Pair %(b)s z'}\n"
    "  - {id: next-in, level: ERROR, loggers: [masakari.pair], template: 'Next %(a)s in %(b)s'}\n"
    "  - {id: next-at, level: ERROR, loggers: [masakari.pair], template: 'Next %(c)s at %(d)s'}\n"
    "  - {id: same-a, level: ERROR, loggers: [masakari.pair], template: 'Same %(a)s and %(b)s x'}\n"
    "  - {id: same-b, level: ERROR, loggers: [masakari.pair], template: 'Same %(c)s and x %(d)s'}\n"
    "exceptions:\n"
    "  - {class: masakari.exception.MasakariException, status: 500, template: '%(message)s',\n"
    "     source: 'masakari/exception.py:100', situations: [\n"
    "     {id: host-flow, row: '2.10', raised: ['masakari/engine/driver.py:167'],\n"
    "      texts: [\"Failed to execute host failure flow for notification '%s'.\"]},\n"
    "     {id: vm-flow, row: '2.11', raised: ['masakari/engine/driver.py:200'],\n"
    "      texts: [\"Failed to execute instance failure flow for notification '%s'.\"]}]}\n"
    "  - {class: masakari.exception.HostNotFound, status: 404, source: 'masakari/exception.py:262',\n"
    "     template: 'No host with id %(id)s.', situations: [\n"
    "     {row: '1.11', raised: ['masakari/ha/api.py:168'], functions: [get_host]}]}\n"
    "  - {class: masakari.exception.NotImplementedError, source: 'masakari/exception.py:300',\n"
    "     template: 'Not implemented', situations: [{row: '1.12',\n"
    "     raised: ['masakari/ha/api.py:300']}]}\n"
    "statuses:\n"
    "  - {id: gone, row: '4.1', template: 'Host %(name)s went away', situation: it went}\n";

static const char zun_file[] = HEAD("zun", "zun", "zun-api, zun-compute")
    "log:\n"
    "  - {id: attach, row: '13.31', level: ERROR, loggers: [zun.volume.cinder],\n"
    "     template: 'Failed to attach volume %(volume)s', situation: attach}\n"
    "  - {id: attach-to, row: '13.32', level: ERROR, loggers: [zun.compute.manager],\n"
    "     template: 'Failed to attach volume %(volume)s to container %(container)s'}\n"
    "  - {id: gap, row: '13.1', level: ERROR, loggers: [zun.common.exception],\n"
    "     template: '%(detail)s'}\n"
    "  - {id: server-side, level: ERROR, loggers: [wsme.api], template: 'Server-side error: %s'}\n"
    "  - {id: scoped, level: ERROR, loggers: [zun.scope],\n"
    "     template: '[scope: %s] Cannot collect %s'}\n"
    "exceptions:\n"
    "  - {class: zun.common.exception.Conflict, status: 409, template: 'Conflict.',\n"
    "     source: 'zun/common/exception.py:316', situations: [\n"
    "     {id: not-available, row: '3.113', raised: ['zun/compute/manager.py:224'],\n"
    "      texts: ['Volumes did not reach available status after %d seconds']},\n"
    "     {id: not-deleted, row: '3.114', raised: ['zun/compute/manager.py:250'],\n"
    "      texts: ['Volumes cannot be successfully deleted after %d seconds']},\n"
    "     {id: docker-404, row: '3.121', raised: ['zun/container/docker/driver.py:83'],\n"
    "      functions: [handle_not_found], texts: ['Docker: %s']},\n"
    "     {id: docker-state, row: '3.122', raised: ['zun/container/docker/driver.py:98'],\n"
    "      texts: ['Docker: %s']},\n"
    "     {id: exec-timeout, row: '3.123', raised: ['zun/container/docker/driver.py:874']},\n"
    "     {id: rename, row: '3.27', raised: ['zun/api/controllers/containers.py:739']}]}\n"
    "  - {class: zun.common.exception.ComputeHostNotFound, status: 404,\n"
    "     source: 'zun/common/exception.py:882', template: 'Compute host %(host)s could not be found.',\n"
    "     situations: [{row: '3.180', raised: ['zun/compute/tracker.py:129']}]}\n"
    "responses:\n"
    "  - {id: busy, row: '5.1', template: 'Container %(name)s is busy', situation: busy}\n";

static const char common_file[] = "format: 1\nservice: common\n"
    "packages: [oslo_messaging, sqlalchemy]\n"
    "log:\n"
    "  - {id: timeout, level: ERROR, loggers: [oslo_messaging.rpc.client],\n"
    "     template: 'Timed out waiting for %s', situation: timed out}\n"
    "markers:\n"
    "  - {id: rpc, level: ERROR, loggers: [oslo_messaging.rpc.server],\n"
    "     template: 'Exception during message handling', cause: []}\n"
    "  - {id: unhandled, level: CRITICAL, template: 'Unhandled error'}\n"
    "exceptions:\n"
    "  - {class: oslo_messaging.exceptions.MessagingTimeout, source: 'oslo_messaging/exceptions.py:24',\n"
    "     template: 'Timed out waiting for a reply to message ID %s', situations: [{logged: record}]}\n";

struct stage {
    struct catalog *c;
    struct classifier *k;
    struct batch b;
    struct stream stream;
};

static inline void print_mistake(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "%s\n", text);
}

static inline void stage_write(const char *folder, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
}

/* With `more` as another pattern file, NULL: none; for --service, "": not given. */
static inline void stage_open(struct stage *s, const char *more, const char *service)
{
    const struct {
        const char *name, *text;
    } files[] = {{"a-masakari.yaml", masakari_file}, {"b-zun.yaml", zun_file},
                 {"c-common.yaml", common_file}, {"d-more.yaml", more}};
    char folder[] = "/tmp/classify_test.XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (files[i].text)
            stage_write(folder, files[i].name, files[i].text);
    struct err e = {0};
    const char *path = folder;
    *s = (struct stage){.c = catalog_load(&path, 1, print_mistake, NULL, &e)};
    ck_assert_msg(s->c != NULL, "%s", e.text);
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        char name[300];
        snprintf(name, sizeof name, "%s/%s", folder, files[i].name);
        unlink(name);
    }
    rmdir(folder);
    s->k = classifier_new(s->c, &(struct classify_settings){str_of(service)});
    batch_init(&s->b);
}

static inline void stage_close(struct stage *s)
{
    batch_done(&s->b);
    classifier_free(s->k);
    catalog_free(s->c);
}

/* A record of a file of that path; the batch then holds it alone. */
static inline struct record *stage_record(struct stage *s, const char *path, const char *logger,
                                          enum level level, const char *message)
{
    batch_reset(&s->b, 0);
    s->stream.number++;
    s->stream.path = str_of(path);
    struct record *r = batch_record(&s->b);
    r->stream = &s->stream;
    r->logger = str_of(logger);
    r->level = level;
    r->message = r->body = str_of(message);
    return r;
}

static inline const struct match *stage_match(struct stage *s)
{
    classify_batch(s->k, &s->b);
    ck_assert_uint_eq(s->b.match_count, 1);
    return &s->b.matches[0];
}

static inline bool id_is(const struct entry *e, const char *id)
{
    return str_eq(e ? e->id : STR(""), str_of(id));
}

#define CHECK_ID(entry, wanted, name)                                                     \
    ck_assert_msg(id_is((entry), (wanted)), "%s: %.*s", (name),                           \
                  STR_FMT((entry) ? (entry)->id : STR("(none)")))

#endif
