#include "mask/mask.h"
#include "suites.h"

#define TOKEN "gAAAAABmV1-abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvw=="

static const struct {
    const char *name, *text, *expect;
} cases[] = {
    {"a password in a URL", "amqp://heat:Zq8pl@10.0.0.5:5672/",
     "amqp://heat:[redacted:url_password]@10.0.0.5:5672/"},
    {"several hosts of a transport URL", "rabbit://u:a1@h1:5672,v:b2@h2:5672//",
     "rabbit://u:[redacted:url_password]@h1:5672,v:[redacted:url_password]@h2:5672//"},
    {"a driver in the scheme", "mysql+pymysql://zun:p%40ss@db/zun?charset=utf8",
     "mysql+pymysql://zun:[redacted:url_password]@db/zun?charset=utf8"},
    {"a password with a colon", "http://u:a:b@h/", "http://u:[redacted:url_password]@h/"},
    {"no user", "redis://:secret@h:6379", "redis://:[redacted:url_password]@h:6379"},
    {"OpenStack's own mark stays", "amqp://heat:***@h/", "amqp://heat:***@h/"},
    {"a user without a password", "http://heat@h/", "http://heat@h/"},
    {"a port is no password", "http://h:8774/v2", "http://h:8774/v2"},
    {"an @ in the password", "http://bob:p@ssW0rd@proxy:3128/x",
     "http://bob:[redacted:url_password]@proxy:3128/x"},
    {"a slash in the password", "mysql://u:p/w0rd@h/db", "mysql://u:[redacted:url_password]@h/db"},
    {"an @ in the query", "http://h:80/x?a:b@c", "http://h:80/x?a:b@c"},
    {"a colon and an @ in the path only", "http://h/a:b@c", "http://h/a:b@c"},
    {"a comma ends a URL in a sentence", "at http://h:80, me:you@x",
     "at http://h:80, me:you@x"},
    {"a mail address", "mail to a:b@c", "mail to a:b@c"},
    {"an @ in a path", "http://h:80/a@b", "http://h:80/a@b"},
    {"a Fernet token", "token " TOKEN " is old", "token [redacted:token] is old"},
    {"too short for a token", "gAAAAABmV1", "gAAAAABmV1"},
    {"a token in a query", "GET /?token=f3a9-c0&uuid=1 HTTP", "GET /?token=[redacted:token]&uuid=1 HTTP"},
    {"the second of a query", "ws://h:6784/a?uuid=1&token=f3a9#x", "ws://h:6784/a?uuid=1&token=[redacted:token]#x"},
    {"a longer name", "?auth_token=f3a9'", "?auth_token=[redacted:token]'"},
    {"no query", "token=f3a9", "token=f3a9"},
    {"a name that ends so, in no query", "next_token=f3a9", "next_token=f3a9"},
    {"no value", "?token=&uuid=1", "?token=&uuid=1"},
    {"two secrets", "a://b:c@d e://f:g@h", "a://b:[redacted:url_password]@d e://f:[redacted:url_password]@h"},
};

START_TEST(hides)
{
    struct masker *m = masker_new();
    struct str got = mask_text(m, str_of(cases[_i].text));

    ck_assert_msg(str_eq(got, str_of(cases[_i].expect)), "%s: %.*s", cases[_i].name, STR_FMT(got));
    masker_free(m);
}
END_TEST

Suite *rules_suite(void)
{
    Suite *s = suite_create("mask/rules");
    TCase *tc = tcase_create("rules");

    tcase_add_loop_test(tc, hides, 0, (int)COUNT_OF(cases));
    suite_add_tcase(s, tc);
    return s;
}
