#include "parse/shipped.h"

#include "base/json.h"

enum { DEEPEST = 3, PATH_BYTES = 64 };

static const struct {
    struct str path;
    enum shipped_name name;
} rows[] = {
    {STR_INIT("message"),                      SHIPPED_MESSAGE        },
    {STR_INIT("full_message"),                 SHIPPED_FULL           },
    {STR_INIT("short_message"),                SHIPPED_SHORT          },
    {STR_INIT("line"),                         SHIPPED_LINE           },
    {STR_INIT("msg"),                          SHIPPED_MSG            },
    {STR_INIT("log"),                          SHIPPED_LOG            },
    {STR_INIT("@timestamp"),                   SHIPPED_TIMESTAMP      },
    {STR_INIT("timestamp"),                    SHIPPED_TIMESTAMP      }, /* Vector */
    {STR_INIT("time"),                         SHIPPED_TIME           },
    {STR_INIT("date"),                         SHIPPED_TIME           }, /* Fluent Bit */
    {STR_INIT("timereported"),                 SHIPPED_TIME           },
    {STR_INIT("stream"),                       SHIPPED_STREAM         },
    {STR_INIT("source"),                       SHIPPED_ORIGIN         },
    {STR_INIT("log.file.path"),                SHIPPED_FILE           },
    {STR_INIT("file"),                         SHIPPED_FILE           }, /* Vector */
    {STR_INIT("path"),                         SHIPPED_FILE           }, /* Logstash */
    {STR_INIT("filename"),                     SHIPPED_FILE           },
    {STR_INIT("labels.filename"),              SHIPPED_FILE           },
    {STR_INIT("syslogtag"),                    SHIPPED_SYSLOG_TAG     },
    {STR_INIT("logtag"),                       SHIPPED_TAG            },
    {STR_INIT("_p"),                           SHIPPED_TAG            },
    {STR_INIT("log.level"),                    SHIPPED_LEVEL          },
    {STR_INIT("level"),                        SHIPPED_LEVEL          },
    {STR_INIT("host.name"),                    SHIPPED_HOST           },
    {STR_INIT("host.hostname"),                SHIPPED_HOST           },
    {STR_INIT("host"),                         SHIPPED_HOST           },
    {STR_INIT("hostname"),                     SHIPPED_HOST           },
    {STR_INIT("labels.host"),                  SHIPPED_HOST           },
    {STR_INIT("labels.hostname"),              SHIPPED_HOST           },
    {STR_INIT("labels.node_name"),             SHIPPED_NODE           },
    {STR_INIT("kubernetes.host"),              SHIPPED_NODE           },
    {STR_INIT("kubernetes.node.name"),         SHIPPED_NODE           },
    {STR_INIT("kubernetes.pod_node_name"),     SHIPPED_NODE           }, /* Vector */
    {STR_INIT("systemd.unit"),                 SHIPPED_UNIT           },
    {STR_INIT("labels.unit"),                  SHIPPED_UNIT           },
    {STR_INIT("labels.systemd_unit"),          SHIPPED_UNIT           },
    {STR_INIT("syslog.identifier"),            SHIPPED_IDENTIFIER     },
    {STR_INIT("labels.app"),                   SHIPPED_IDENTIFIER     },
    {STR_INIT("log.syslog.appname"),           SHIPPED_IDENTIFIER     },
    {STR_INIT("process.pid"),                  SHIPPED_PID            },
    {STR_INIT("labels.pod"),                   SHIPPED_POD            },
    {STR_INIT("labels.namespace"),             SHIPPED_NAMESPACE      },
    {STR_INIT("labels.container"),             SHIPPED_CONTAINER_NAME },
    {STR_INIT("container_name"),               SHIPPED_CONTAINER_NAME }, /* docker's fluentd driver */
    {STR_INIT("_container_name"),              SHIPPED_CONTAINER_NAME }, /* and its GELF driver */
    {STR_INIT("container_id"),                 SHIPPED_CONTAINER_ID   },
    {STR_INIT("_container_id"),                SHIPPED_CONTAINER_ID   },
    {STR_INIT("kubernetes.pod_name"),          SHIPPED_POD            },
    {STR_INIT("kubernetes.pod.name"),          SHIPPED_POD            },
    {STR_INIT("kubernetes.namespace_name"),    SHIPPED_NAMESPACE      },
    {STR_INIT("kubernetes.pod_namespace"),     SHIPPED_NAMESPACE      },
    {STR_INIT("kubernetes.namespace"),         SHIPPED_NAMESPACE      },
    {STR_INIT("kubernetes.container_name"),    SHIPPED_CONTAINER_NAME },
    {STR_INIT("kubernetes.container.name"),    SHIPPED_CONTAINER_NAME },
    {STR_INIT("container.name"),               SHIPPED_CONTAINER_NAME },
    {STR_INIT("kubernetes.docker_id"),         SHIPPED_CONTAINER_ID   },
    {STR_INIT("container.id"),                 SHIPPED_CONTAINER_ID   },
    {STR_INIT("kubernetes.container_image"),   SHIPPED_IMAGE          },
    {STR_INIT("container.image.name"),         SHIPPED_IMAGE          },
    {STR_INIT("Timestamp"),                    KOLLA_TIMESTAMP        },
    {STR_INIT("Pid"),                          KOLLA_PID              },
    {STR_INIT("log_level"),                    KOLLA_LEVEL            },
    {STR_INIT("python_module"),                KOLLA_MODULE           },
    {STR_INIT("global_request_id"),            KOLLA_GLOBAL_REQUEST_ID},
    {STR_INIT("request_id"),                   KOLLA_REQUEST_ID       },
    {STR_INIT("user_id"),                      KOLLA_USER_ID          },
    {STR_INIT("tenant_id"),                    KOLLA_TENANT_ID        },
    {STR_INIT("domain_id"),                    KOLLA_DOMAIN_ID        },
    {STR_INIT("system_scope"),                 KOLLA_SYSTEM_SCOPE     },
    {STR_INIT("user_domain"),                  KOLLA_USER_DOMAIN      },
    {STR_INIT("project_domain"),               KOLLA_PROJECT_DOMAIN   },
    {STR_INIT("Payload"),                      KOLLA_PAYLOAD          },
    {STR_INIT("Hostname"),                     KOLLA_HOSTNAME         },
    {STR_INIT("Logger"),                       KOLLA_LOGGER           },
    {STR_INIT("programname"),                  KOLLA_PROGRAM          },
    {STR_INIT("App"),                          KOLLA_APP              },
    {STR_INIT("Req"),                          KOLLA_REQ              },
    {STR_INIT("Address"),                      KOLLA_ADDRESS          },
    {STR_INIT("User"),                         KOLLA_USER             },
    {STR_INIT("Vars"),                         KOLLA_VARS             },
    {STR_INIT("Bytes"),                        KOLLA_BYTES            },
};

static struct str *field_of(struct shipped *out, struct str path)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (str_eq(rows[i].path, path))
            return out->at[rows[i].name].p ? NULL : &out->at[rows[i].name];
    return NULL;
}

struct path {
    char text[PATH_BYTES];
    size_t n;
};

/* False where the path is longer than any that is looked for. */
static bool add(struct path *p, struct str key)
{
    if (p->n + 1 + key.n > sizeof p->text)
        return false;
    if (p->n)
        p->text[p->n++] = '.';
    memcpy(p->text + p->n, key.p, key.n);
    p->n += key.n;
    return true;
}

static void take_value(struct json *j, struct shipped *out, const struct path *p)
{
    struct str *field = field_of(out, (struct str){p->text, p->n});
    struct str value = STR("");

    if (!field) {
        json_skip(j);
        return;
    }
    if (json_is_string(j) ? json_string(j, &value) : json_number(j, &value))
        *field = value.p ? value : STR("");
    else
        *field = STR("");
}

/* The object at hand is open: its keys, and those of objects in it. A stack in place of recursion:
 * how deep a document goes is up to whoever wrote it. */
static void read_object(struct json *j, struct shipped *out)
{
    struct path path = {.n = 0};
    size_t above[DEEPEST], depth = 0;
    struct str key;

    for (;;) {
        size_t n = path.n;
        if (!json_key(j, &key)) {
            if (j->failed || depth == 0)
                return;
            path.n = above[--depth];
            continue;
        }
        if (depth == 0 && str_eq(key, STR("_source"))) {
            out->at[SHIPPED_SOURCE] = json_raw(j);
            continue;
        }
        bool fits = add(&path, key);
        if (fits && depth < DEEPEST && json_open(j, '{')) {
            above[depth++] = n;
            continue;
        }
        if (fits)
            take_value(j, out, &path);
        else
            json_skip(j);
        path.n = n;
    }
}

bool shipped_read(struct shipped *out, struct str text, struct arena *a)
{
    struct json j;

    memset(out, 0, sizeof *out);
    json_init(&j, text, a);
    if (!json_open(&j, '{'))
        return false;
    read_object(&j, out);
    return (j.failed && j.cut) || json_end(&j);
}
