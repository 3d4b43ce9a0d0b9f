#include "base/clock.h"
#include "mask/mask.h"
#include "suites.h"

#define TOKEN                                                                            \
    "gAAAAABmV1-abcdefghijklmnopqrstuvwxyz_"                                             \
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvw=="

#define HEX32_TAIL "a1f0c2d3e4b5968778695a4b3c2d1e"
#define HEX32      "b45405915eb44e608885f894028d37b9"
#define UUID       "0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0"
#define KEY_LINE   "MIIEpAIBAAKCAQEAx0F8pNl3Zq8plW7a"

#define T "[redacted:token]"
#define P "[redacted:password]"
#define U "[redacted:url_password]"
#define S "[redacted:url_signature]"
#define K "[redacted:private_key]"
#define I "[redacted:trust_id]"
#define Q "[redacted:sql_parameters]"
#define H "[redacted:header]"
#define D "[redacted:user_data]"

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
    {"a slash in the password", "mysql://u:p/w0rd@h/db",
     "mysql://u:[redacted:url_password]@h/db"},
    {"an @ in the query", "http://h:80/x?a:b@c", "http://h:80/x?a:b@c"},
    {"a colon and an @ in the path only", "http://h/a:b@c", "http://h/a:b@c"},
    {"a comma ends a URL in a sentence", "at http://h:80, me:you@x",
     "at http://h:80, me:you@x"},
    {"a mail address", "mail to a:b@c", "mail to a:b@c"},
    {"an @ in a path", "http://h:80/a@b", "http://h:80/a@b"},
    {"a Fernet token", "token " TOKEN " is old", "token [redacted:token] is old"},
    {"too short for a token", "gAAAAABmV1", "gAAAAABmV1"},
    {"a token in a query", "GET /?token=f3a9-c0&uuid=1 HTTP",
     "GET /?token=[redacted:token]&uuid=1 HTTP"},
    {"the second of a query", "ws://h:6784/a?uuid=1&token=f3a9#x",
     "ws://h:6784/a?uuid=1&token=[redacted:token]#x"},
    {"a longer name", "?auth_token=f3a9'", "?auth_token=[redacted:token]'"},
    {"no query", "token=f3a9", "token=" T},
    {"a name that ends so, in no query", "next_token=f3a9", "next_token=" T},
    {"no value", "?token=&uuid=1", "?token=&uuid=1"},
    {"two secrets", "a://b:c@d e://f:g@h",
     "a://b:[redacted:url_password]@d e://f:[redacted:url_password]@h"},

    /* The shapes of oslo_utils.strutils.mask_password, and what stands around them. */
    {"a = between blanks", "admin_password = Zq8pl\nuser = x",
     "admin_password = " P "\nuser = x"},
    {"a keyword", "f(user='x', password='Zq8 pl', n=1)",
     "f(user='x', password='" P "', n=1)"},
    {"a keyword without quotes", "f(password=Zq8pl, n=1)", "f(password=" P ", n=1)"},
    {"a keyword at the end", "(password=Zq8pl)", "(password=" P ")"},
    {"brackets of its own", "password=Zq(8)pl)", "password=" P ")"},
    {"digits behind the name", "password2=\"Zq8pl\"", "password2=\"" P "\""},
    {"a text behind a blank", "password \"Zq8pl\" x", "password \"" P "\" x"},
    {"an option of a command", "mysql --password Zq8pl -h db",
     "mysql --password " P " -h db"},
    {"an option with a prefix", "--os-password Zq8pl --os-url u",
     "--os-password " P " --os-url u"},
    {"an option with =", "--os-token=Zq8pl x", "--os-token=" T " x"},
    {"an element", "<adminPass>Zq8 pl</adminPass>", "<adminPass>" P "</adminPass>"},
    {"JSON", "{\"adminPass\": \"Zq8pl\", \"n\": 1}",
     "{\"adminPass\": \"" P "\", \"n\": 1}"},
    {"JSON without blanks", "{\"password\":\"Zq8pl\",\"n\":1}",
     "{\"password\":\"" P "\",\"n\":1}"},
    {"Python's unicode", "{'original_password': u'Zq8pl'}",
     "{'original_password': u'" P "'}"},
    {"Python's bytes", "{b'auth_token': b'Zq8pl'}", "{b'auth_token': b'" T "'}"},
    {"a number", "{'password': 12345, 'n': 1}", "{'password': " P ", 'n': 1}"},
    {"a list", "{'X-Auth-Token': ['Zq8pl', \"b2\"], 'n': ['x']}",
     "{'X-Auth-Token': ['" T "', \"" T "\"], 'n': ['x']}"},
    {"a value with a quote", "{\"password\": \"Zq\\\"8pl\", \"n\": 1}",
     "{\"password\": \"" P "\", \"n\": 1}"},
    {"a value that ends in a backslash", "{\"password\": \"Zq8pl\\\\\", \"n\": 1}",
     "{\"password\": \"" P "\", \"n\": 1}"},
    {"JSON in JSON", "\"{\\\"password\\\": \\\"Zq8pl\\\", \\\"n\\\": 1}\"",
     "\"{\\\"password\\\": \\\"" P "\\\", \\\"n\\\": 1}\""},
    {"a quote in JSON in JSON",
     "\"{\\\"password\\\": \\\"Zq\\\\\\\"8pl\\\", \\\"n\\\": 1}\"", "\"{\\\"password\\\": \\\"" P "\\\", \\\"n\\\": 1}\""},
    {"three deep", "\\\\\\\"token\\\\\\\": \\\\\\\"Zq8pl\\\\\\\", x",
     "\\\\\\\"token\\\\\\\": \\\\\\\"" T "\\\\\\\", x"},
    {"never closed", "{'password': 'Zq8pl\nnext line", "{'password': '" P "\nnext line"},
    {"over several lines", "password = \"Zq8\npl\" x", "password = \"" P "\" x"},
    {"an argument of a command", "['mysql', '--password', 'Zq8pl', '-h']",
     "['mysql', '--password', '" P "', '-h']"},
    {"a name, an option, a value", "'node.session.auth.password', '-v', 'Zq8pl'",
     "'node.session.auth.password', '-v', '" P "'"},
    {"the same in a shell", "-n node.session.auth.password -v Zq8pl x",
     "-n node.session.auth.password -v " P " x"},
    {"a pair", "[('Host', 'x'), ('X-Subject-Token', 'Zq8pl')]",
     "[('Host', 'x'), ('X-Subject-Token', '" T "')]"},
    {"a list of lists", "[[\"X-Auth-Token\", \"Zq8pl\"], [\"a\", \"b\"]]",
     "[[\"X-Auth-Token\", \"" T "\"], [\"a\", \"b\"]]"},
    {"Barbican's key", "simple_crypto_plugin.kek = 'dGhpcnR5X3R3bw=='", "simple_crypto_plugin.kek = '" P "'"},
    {"an item", "environ['HTTP_X_AUTH_TOKEN'] = 'Zq8pl'",
     "environ['HTTP_X_AUTH_TOKEN'] = '" T "'"},
    {"Ruby", "\"password\"=>\"Zq8pl\"", "\"password\"=>\"" P "\""},
    {"the secret's UUID", "secret_uuid=" UUID, "secret_uuid=" P},
    {"config drive", "{'configdrive': 'H4sIAZq8pl'}", "{'configdrive': '" D "'}"},
    {"an & in a value", "password = a&b", "password = " P},
    {"a form", "user=x&password=Zq8pl&grant=y", "user=x&password=" P "&grant=y"},
    {"options with commas", "id=admin,secret=Zq8pl,mon=x", "id=admin,secret=" P ",mon=x"},
    {"the environment", "export OS_PASSWORD=Zq8pl OS_USER=x",
     "export OS_PASSWORD=" P " OS_USER=x"},
    {"a sentence ends", "with password=Zq8pl. Then", "with password=" P ". Then"},

    /* Options of services, and what log_opt_values writes of them. */
    {"os_privileged_user_password", "nova.os_privileged_user_password = Zq8pl",
     "nova.os_privileged_user_password = " P},
    {"heartbeat_key", "health_manager.heartbeat_key    = Zq8pl log_opt_values /x.py:1",
     "health_manager.heartbeat_key    = " P " log_opt_values /x.py:1"},
    {"memcache_secret_key", "memcache_secret_key = Zq8pl", "memcache_secret_key = " P},
    {"auth_encryption_key", "auth_encryption_key = Zq8pl", "auth_encryption_key = " P},
    {"ca_private_key_passphrase", "ca_private_key_passphrase = Zq8pl",
     "ca_private_key_passphrase = " P},
    {"secret_key", "secret_key='Zq8pl'", "secret_key='" P "'"},
    {"a trust", "{\"trust_id\": \"" HEX32 "\"}", "{\"trust_id\": \"" I "\"}"},
    {"a trust's path", "GET /v3/OS-TRUST/trusts/" HEX32 "/roles",
     "GET /v3/OS-TRUST/trusts/" I "/roles"},
    {"EC2", "{\"access\": \"" HEX32 "\", \"secret\": \"Zq8pl\"}",
     "{\"access\": \"" P "\", \"secret\": \"" P "\"}"},
    {"user data", "{'user_data': 'I2Nsb3VkLWNvbmZpZw=='}", "{'user_data': '" D "'}"},
    {"cloud-config", "user: #cloud-config\nusers: [x]\npw: y", "user: #cloud-config\n" D},
    {"YAML", "resources:\n  adminPass: zqpl\n", "resources:\n  adminPass: " P "\n"},

    /* Headers. */
    {"X-Auth-Token", "Host: x\r\nX-Auth-Token: Zq8pl\r\nAccept: */*",
     "Host: x\r\nX-Auth-Token: " T "\r\nAccept: */*"},
    {"X-Service-Token", "X-Service-Token: Zq8pl\nx", "X-Service-Token: " T "\nx"},
    {"X-Storage-Token", "X-Storage-Token:Zq8pl", "X-Storage-Token:" T},
    {"X-Auth-Key", "X-Auth-Key: Zq8pl", "X-Auth-Key: " P},
    {"OpenStack-â¦-Token", "OpenStack-System-Token: Zq8pl x",
     "OpenStack-System-Token: " T " x"},
    {"a variable of WSGI", "HTTP_X_AUTH_TOKEN: Zq8pl", "HTTP_X_AUTH_TOKEN: " T},
    {"curl", "curl -H \"X-Auth-Token: Zq8pl\" -H \"Accept: x\"",
     "curl -H \"X-Auth-Token: " T "\" -H \"Accept: x\""},
    {"a header in JSON", "\"GET / HTTP\\nX-Auth-Token: Zq8pl\\nHost: x\"",
     "\"GET / HTTP\\nX-Auth-Token: " T "\\nHost: x\""},
    {"a bearer", "Authorization: Bearer zqpl x", "Authorization: Bearer " T " x"},
    {"a basic one", "Authorization: Basic dTpacThwbA==\nx",
     "Authorization: Basic " H "\nx"},
    {"no scheme", "Authorization: Zq8pl\nx", "Authorization: " H "\nx"},
    {"in a dict", "{'Authorization': 'Bearer Zq8pl', 'n': 1}",
     "{'Authorization': 'Bearer " T "', 'n': 1}"},
    {"a bearer by itself", "sent Bearer Zq8plW7a9", "sent Bearer " T},
    {"a cookie", "Cookie: a=b; c=\"d\"\nHost: x", "Cookie: " H "\nHost: x"},
    {"Set-Cookie", "Set-Cookie: s=1; Path=/\r\nx", "Set-Cookie: " H "\r\nx"},
    {"a cookie in curl", "-H 'Cookie: a=b; c=d' -H 'x: y'", "-H 'Cookie: " H "' -H 'x: y'"},
    {"a cookie in a dict", "{'Cookie': 'a=b; c=d', 'n': 1}", "{'Cookie': '" H "', 'n': 1}"},
    {"a cookie in JSON", "\"x\\nCookie: a=b; c=d\\nHost: x\"",
     "\"x\\nCookie: " H "\\nHost: x\""},

    /* Tokens. */
    {"a key of Ceph", "key: AQBhQx9lAAAAABAAq8plW7aZq8plW7aZq8plWw== x", "key: " P " x"},
    {"JWS", "with eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0aa.c2lnbmF0dXJlMTIz x",
     "with " T " x"},
    {"not found", "{\"message\": \"Could not find token: " HEX32 "\", \"code\": 404}",
     "{\"message\": \"Could not find token: " T "\", \"code\": 404}"},
    {"a token by name", "Invalid token " HEX32 ".", "Invalid token " T "."},
    {"keystone v2",
     "{\"access\": {\"token\": {\"expires\": \"x\", \"tenant\": {\"id\": \"77" HEX32_TAIL
     "\"}, \"id\": \"" HEX32 "\"}}",
     "{\"access\": {\"token\": {\"expires\": \"x\", \"tenant\": {\"id\": \"77" HEX32_TAIL
     "\"}, \"id\": \"" T "\"}}"},
    {"keystone v3",
     "{\"auth\": {\"identity\": {\"methods\": [\"password\"], \"password\": {\"user\": "
     "{\"name\": \"x\", \"password\": \"Zq8pl\"}}}}}", "{\"auth\": {\"identity\": {\"methods\": [\"password\"], \"password\": {\"user\": "
     "{\"name\": \"x\", \"password\": \"" P "\"}}}}}"},
    {"zun's console", "Path: '/?token=" UUID "&uuid=77" HEX32_TAIL "'",
     "Path: '/?token=" T "&uuid=77" HEX32_TAIL "'"},

    /* URLs. */
    {"a comma in the password", "rabbit://u:p,w@h1,v:b2@h2",
     "rabbit://u:" U "@h1,v:" U "@h2"},
    {"a URL in a URL", "http://h/?next=amqp://u:Zq8pl@h",
     "http://h/?next=amqp://u:" U "@h"},
    {"a backslash", "x://u:p\\w@h", "x://u:" U "@h"},
    {"a sentinel", "redis://h:1?password=Zq8pl&sentinel=x",
     "redis://h:1?password=" P "&sentinel=x"},
    {"Swift", "GET /v1/a?temp_url_sig=ab12&temp_url_expires=9",
     "GET /v1/a?temp_url_sig=" S "&temp_url_expires=9"},
    {"heat", "/v1/signal/arn?SignatureMethod=x&AWSAccessKeyId=AK1&SignatureVersion=2&Signature=a%2Bb",
     "/v1/signal/arn?SignatureMethod=x&AWSAccessKeyId=" S
     "&SignatureVersion=2&Signature=" S},
    {"S3",
     "?X-Amz-Credential=A%2Fb&X-Amz-Date=1&X-Amz-Security-Token=t1&X-Amz-Signature=s1", "?X-Amz-Credential=" S "&X-Amz-Date=1&X-Amz-Security-Token=" S
     "&X-Amz-Signature=" S},

    /* Over several lines. */
    {"a private key",
     "-----BEGIN RSA PRIVATE KEY-----\n" KEY_LINE "\n" KEY_LINE
     "\n-----END RSA PRIVATE KEY-----\nx", "-----BEGIN RSA PRIVATE KEY-----\n" K "\n-----END RSA PRIVATE KEY-----\nx"},
    {"in one line",
     "'-----BEGIN PRIVATE KEY-----\\n" KEY_LINE "\\n-----END PRIVATE KEY-----\\n'",
     "'-----BEGIN PRIVATE KEY-----\\n" K "\\n-----END PRIVATE KEY-----\\n'"},
    {"a key that is cut", "-----BEGIN PRIVATE KEY-----\n" KEY_LINE "\n" KEY_LINE,
     "-----BEGIN PRIVATE KEY-----\n" K},
    {"a certificate",
     "-----BEGIN CERTIFICATE-----\n" KEY_LINE "\n-----END CERTIFICATE-----",
     "-----BEGIN CERTIFICATE-----\n" KEY_LINE "\n-----END CERTIFICATE-----"},
    {"SQL's parameters",
     "x\n[SQL: INSERT INTO t (a) VALUES (%(a)s)]\n[parameters: {'a': 'Z]q', 'b': "
     "[1]}]\n(Background)", "x\n[SQL: INSERT INTO t (a) VALUES (%(a)s)]\n[parameters: " Q "]\n(Background)"},
    {"SQL's parameters, wrapped", "[parameters: ('a1',\n 'b2')]\n(x)", "[parameters: " Q "]\n(x)"},
    {"literals of SQL",
     "[SQL: SELECT a FROM t WHERE b = 'Zq8pl' AND c[1] = 'x']\nnext 'line'", "[SQL: SELECT a FROM t WHERE b = '" Q "' AND c[1] = '" Q "']\nnext 'line'"},
    {"SQL between rsyslog's newlines",
     "[SQL: SELECT a]#012[parameters: {'a': 'Zq8pl'}]#012x 'y'", "[SQL: SELECT a]#012[parameters: " Q "]#012x 'y'"},
    {"SQL as repr() writes it",
     "[SQL: u'INSERT INTO t VALUES (%s)'] [parameters: ('Zq8pl',)]", "[SQL: u'INSERT INTO t VALUES (%s)'] [parameters: " Q "]"},
    {"no parameters", "[parameters: {}]", "[parameters: {}]"},

    /* Numbers behind the name, signs that are encoded. */
    {"a number apart", "DB_PASSWORD_2=Zq8pl x", "DB_PASSWORD_2=" P " x"},
    {"the second key of Swift", "X-Container-Meta-Temp-Url-Key-2: Zq8pl x",
     "X-Container-Meta-Temp-Url-Key-2: " P " x"},
    {"a field of a form", "user_password[0]=Zq8pl", "user_password[0]=" P},
    {":=", "password:=Zq8pl x", "password:=" P " x"},
    {"a form in a URL", "x?next=a%3Fpassword%3DZq8pl%26user%3Dx",
     "x?next=a%3Fpassword%3D" P "%26user%3Dx"},
    {"JSON in a URL", "%7B%22password%22%3A+%22Zq8pl%22%2C%22n%22%3A1%7D",
     "%7B%22password%22%3A+%22" P "%22%2C%22n%22%3A1%7D"},
    {"encoded twice", "path%253Ftoken%253DZq8pl%2526n", "path%253Ftoken%253D" T "%2526n"},
    {"JSON in HTML", "{&quot;password&quot;: &quot;Zq8 pl&quot;, &quot;n&quot;: 1}",
     "{&quot;password&quot;: &quot;" P "&quot;, &quot;n&quot;: 1}"},
    {"a dict in HTML", "{&#39;password&#39;: &#39;Zq8pl&#39;}",
     "{&#39;password&#39;: &#39;" P "&#39;}"},
    {"XML in HTML", "&lt;password&gt;Zq8pl&lt;/password&gt;",
     "&lt;password&gt;" P "&lt;/password&gt;"},
    {"JSON in JSON of Go", "{\\u0022password\\u0022:\\u0022Zq8pl\\u0022}",
     "{\\u0022password\\u0022:\\u0022" P "\\u0022}"},
    {"a URL in a URL, encoded", "?u=mysql%2Bpymysql%3A%2F%2Fzun%3AZq%21pl%40db%2Fzun",
     "?u=mysql%2Bpymysql%3A%2F%2Fzun%3A" U "%40db%2Fzun"},

    /* The name stands beside the value. */
    {"a name and a value", "[{'name': 'OS_PASSWORD', 'value': 'Zq8pl'}, {'name': 'x'}]",
     "[{'name': 'OS_PASSWORD', 'value': '" P "'}, {'name': 'x'}]"},
    {"a patch", "{\"path\": \"/password\", \"value\": \"Zq8pl\"}",
     "{\"path\": \"/password\", \"value\": \"" P "\"}"},
    {"in YAML", "- name: DB_PASSWORD\n  value: Zq8pl\n- x",
     "- name: DB_PASSWORD\n  value: " P "\n- x"},
    {"attributes", "<key name=\"password\" value=\"Zq8pl\"/>",
     "<key name=\"password\" value=\"" P "\"/>"},
    {"an element with its name", "<property name=\"password\">Zq8pl</property>",
     "<property name=\"password\">" P "</property>"},
    {"an element with attributes", "<adminPass xmlns=\"http://x\">Zq8 pl</adminPass>",
     "<adminPass xmlns=\"http://x\">" P "</adminPass>"},
    {"several", "passwords=['Zq8pl', \"b2\"], n=1", "passwords=['" P "', \"" P "\"], n=1"},
    {"an index", "Key (name, password)=(x, Zq8pl) already exists.",
     "Key (name, password)=(" P ") already exists."},
    {"a call of SQL", "SET x = PASSWORD('Zq8pl')", "SET x = PASSWORD('" P "')"},
    {"IDENTIFIED BY", "GRANT ALL ON a.* TO 'b'@'%' IDENTIFIED BY 'Zq8pl' x",
     "GRANT ALL ON a.* TO 'b'@'%' IDENTIFIED BY '" P "' x"},
    {"a sentence", "the password is Zq8plW7a.", "the password is " P "."},
    {"the end of a sentence", "login as u with password Zq8plW7a",
     "login as u with password " P},

    /* What validators refuse. */
    {"nova", "Invalid input for field/attribute adminPass. Value: Zq 8pl. Zq 8pl is not of "
     "type 'object'",
     "Invalid input for field/attribute adminPass. Value: " P ". " P " is not of type "
     "'object'"},
    {"heat", "resources.a.properties.admin_pass: Value 'Zq8pl' is not a string",
     "resources.a.properties.admin_pass: Value '" P "' is not a string"},
    {"a parameter of heat", "Parameter 'DBPassword' is invalid: \"Zq8pl\" does not match",
     "Parameter 'DBPassword' is invalid: \"" P "\" does not match"},
    {"jsonschema", "'Zq8pl' is not of type 'object'\nOn instance['adminPass']:\n    'Zq8pl'",
     "'" P "' is not of type 'object'\nOn instance['adminPass']:\n    '" P "'"},

    /* Authorizations with a list, and short ones. */
    {"Digest", "Authorization: Digest username=\"u\", nonce=\"a1\", response=\"b2\"\nHost: x",
     "Authorization: Digest " H "\nHost: x"},
    {"AWS4", "-H 'Authorization: AWS4-HMAC-SHA256 Credential=A/b, Signature=c' -H 'x: y'",
     "-H 'Authorization: AWS4-HMAC-SHA256 " H "' -H 'x: y'"},
    {"spelled small", "got authorization: Bearer zqpl x", "got authorization: Bearer " T " x"},
    {"assigned", "Authorization=Basic dTpacThwbA== x", "Authorization=Basic " H " x"},
    {"a basic one by itself", "sent Basic dXNlcjpacThwbA== x", "sent Basic " H " x"},
    {"a registry", "{\"auths\": {\"r\": {\"auth\": \"dXNlcjpacThwbA==\"}}}",
     "{\"auths\": {\"r\": {\"auth\": \"" P "\"}}}"},
    {"requests", "get(url, auth=('u', 'Zq8pl'), n=1)", "get(url, auth=('u', '" P "'), n=1)"},

    /* Tokens and trusts that the sentence names; tokens of other makers. */
    {"trust ID", "Failed to delete trust " HEX32 ".", "Failed to delete trust " I "."},
    {"token in brackets", "token [" HEX32 "], token (id " HEX32 ")",
     "token [" T "], token (id " T ")"},
    {"a token's path", "DELETE /v2.0/tokens/" HEX32 " HTTP", "DELETE /v2.0/tokens/" T " HTTP"},
    {"a token's repr", "Token(id='" HEX32 "')", "Token(id='" T "')"},
    {"tempauth", "token AUTH_tk" HEX32 " x", "token " T " x"},
    {"a token for a user", "https://Zq8plW7aZq8plW7aZq8p@github.com/x",
     "https://" T "@github.com/x"},
    {"GitHub", "with ghp_Zq8plW7aZq8plW7aZq8p now", "with " T " now"},
    {"Slack", "POST https://hooks.slack.com/services/T0/B0/Zq8plW7aZq8plW7a",
     "POST https://hooks.slack.com/services/" T},
    {"an @ and a slash in the password", "mysql://u:p@ss/w@h/db", "mysql://u:" U "@h/db"},

    /* Hashes, keys, data. */
    {"crypt", "root:$6$Zq8pl$Zq8plW7aZq8plW7aZq8plW7a/.x:1", "root:" P ":1"},
    {"bcrypt", "hash $2b$12$Zq8plW7aZq8plW7aZq8plW x", "hash " P " x"},
    {"a key in base64", "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tClpxOHBs x", K " x"},
    {"a keyring", "'keyring': '[client.a]\\n\\tkey = Zq8pl\\n'", "'keyring': '" K "'"},
    {"CHAP", "'provider_auth': 'CHAP u Zq8pl', 'n': 1", "'provider_auth': 'CHAP u " P "', 'n': 1"},
    {"barbican", "{\"payload\": \"zqpl\", \"payload_content_type\": \"text/plain\"}",
     "{\"payload\": \"" P "\", \"payload_content_type\": \"text/plain\"}"},
    {"a file of a server", "[{'path': '/x', 'contents': 'cGFzc3dvcmQ9WnE4cGw='}]",
     "[{'path': '/x', 'contents': '" D "'}]"},
    {"pwd", "DB_PWD=Zq8plW; Pwd=Zq9plW;", "DB_PWD=" P "; Pwd=" P ";"},

    /* Commands. */
    {"curl -u", "curl -s -u 'admin:Zq8 pl' http://h", "curl -s -u 'admin:" P "' http://h"},
    {"ipmitool", "ipmitool -I lanplus -U a -P Zq8pl power", "ipmitool -I lanplus -U a -P " P " power"},
    {"a list", "('ipmitool', '-U', 'a', '-P', 'Zq8pl', 'power')",
     "('ipmitool', '-U', 'a', '-P', '" P "', 'power')"},
    {"mysql -p", "mysqldump -uroot -pZq8pl zun", "mysqldump -uroot -p" P " zun"},
    {"rabbitmqctl", "rabbitmqctl change_password openstack zqpl x",
     "rabbitmqctl change_password openstack " P " x"},
};

/* What looks like a secret and is none: it stays byte for byte. */
static const char *const harmless[] = {
    "password was wrong",
    "Invalid password supplied",
    "The password is too short",
    "token expired",
    "the secret is not found",
    "Authorization failed for token",
    "auth_token middleware",
    "WARNING keystonemiddleware.auth_token [-] Identity server rejected authorization",
    "keystonemiddleware.auth_token: Identity response: none",
    "Removing headers: X-Auth-Token,X-User-Id,Cookie,Authorization",
    "'vary': 'X-Auth-Token', 'connection': 'keep-alive'",
    "Vary: X-Auth-Token\nConnection: close",
    "\"methods\": [\"password\", \"token\"]",
    "('password', 'token', 'external')",
    "token = None",
    "password=None, user=None",
    "password=''",
    "\"auth_token\": null, \"password\": \"\"",
    "password: required",
    "password: ",
    "password=",
    "password: invalid value",
    "Access denied for user 'x'@'h' (using password: YES)",
    "Failed to get token: 401",
    "Unable to get secret: timed out",
    "Unable to read password: /etc/octavia/pw.txt is missing",
    "Parameter 'password': must be a string",
    "Field \"token\": required",
    "OS error running userdata: cmp-1.local",
    "Unable to validate token: " UUID,
    "Error in token: 'NoneType' object has no attribute 'x'",
    "keystoneauth1.exceptions.InvalidToken: expired1 today",
    "InvalidToken: expired1",
    "secret http://barbican:9311/v1/secrets/" UUID,
    "secret_ref: http://barbican:9311/v1/secrets/" UUID,
    "secret_href='http://barbican:9311/v1/secrets/" UUID "'",
    "Could not find secret: " UUID,
    "password_expires_at = 2026-12-01",
    "tokens = 5, max_token_size = 255, token_count=3",
    "secretary = x",
    "private_key = /etc/octavia/certs/private/ca.key",
    "ca_private_key: /etc/octavia/certs/private/ca.key",
    "-----BEGIN PRIVATE KEY----- is missing",
    "adminPass: ***, password = *****, 'token': '***'",
    "amqp://heat:***@h/",
    "X-Auth-Token: "
    "{SHA256}e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "'X-Subject-Token': '{SHA1}da39a3ee5e6b4b0d3255bfef95601890afd80709'",
    "-H \"X-Auth-Token: TOKEN_REDACTED\"",
    "password=%(password)s token=%s secret={} passphrase=${PW}",
    "token=<keystone.Token object at 0x7f00>",
    "use --os-token or --os-password",
    "token-based access -- see there",
    "WWW-Authenticate: Bearer realm=\"x\"",
    "a Bearer token is missing",
    "an authorization: denied",
    "\"access\": \"public\", \"access\": {\"n\": 1}",
    "img_signature=abc, SignatureVersion=2",
    "req-6f0c2b1e-7d2a-4f9b-9d3e-1a2b3c4d5e6f " HEX32 " " UUID,
    "http://h:9696/v2.0/ports/" UUID "?project_id=" HEX32,
    "mailto:a@b.c, http://[fd00::1]:80/a@b",
    "  File \"/x/y.py\", line 3, in f\n    self.password = conf.password\n    "
    "token=context.auth_token)\n"
    "X: y",
    "  File \"/x/y.py\", line 3, in f\n    g({'password': password}, "
    "token=self.token())\nX: y",
    "\"traceback\": [\"Traceback\", \"  File \\\"/x.py\\\", line 3, in f\", \"    "
    "g(token=self.x)\", "
    "\"X: y\"]",
    "AQ is how one begins, and AQBhQx9lAAAAABAAq8pl is too short",
    "gAAAA is how one begins",
    "the eyJ.eyJ.eyJ",
    "cookie=0x2b992ddfa232, duration=3.1s, table=0",
    "'cookie=0x0,table=0'",
    "\ncookie=0xa1/-1,in_port=2",
    "{\"cookie\": 13837058555, 'cookie': 0, 'cookie_mask': 0}",
    "(parameters: {'a': 1}) or <sql: SELECT 'x'>, all parameters: {'b': 2}",
    "the cloud-config\nwas read",
    "password authentication failed for user \"zun\"",
    "auth_type = password, token_type=Bearer, key_id=" UUID,
    "\"secret\": {\"secret_ref\": \"http://h/v1/secrets/" UUID "\"}",
    "password hashing with sha512, Password: sha512",
    "password is required, password was rejected, password with 8 characters",
    "pull reg:5000/zun@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "git@github.com:x/y.git, ssh://git@github.com/x, qemu+ssh://root@h/system",
    "TTY=unknown ; PWD=/var/lib/nova9 ; USER=root",
    "pass=3, 'pass': true, pass: 3 of 4",
    "auth=None, \"auth\": \"keystone\", auth = (x), 'auth': 'cephx'",
    "{'event_type': 'x', 'payload': '{\"a\": 1}'}",
    "{'name': 'x', 'value': 'password'}",
    "secrets: ['http://h/v1/secrets/" UUID "', '" UUID "']",
    "chown nova:nova /x9, docker run --user 1000:1000 x, sudo -u nova:nova x",
    "mysql -p -h db, curl -u admin http://h, docker run -p 8080:80 x",
    "pymysql.err.OperationalError: curl: (7) Failed to connect",
    "Trust between a and b, trustor_user_id=" HEX32,
    "Could not find project: " HEX32 ", trusts",
    "Basic realm=\"x\", basic authentication1",
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tClpxOHBs",
    "$6$ and $1$ x",
    "%22password%22 is required, password%20is, &lt;password&gt;",
    "<password type=\"x\"/> <secret type='ceph' uuid='" UUID "'/>",
    "Invalid input for field/attribute name. Value: x. 'x' is too long",
    "provider_auth: None",
    "keyring: /etc/ceph/ceph.client.keyring",
    "Parameter 'password' is invalid: it must be longer",
    "Deleting secret tls-abc123, created secret octavia-lb-1",
    "Could not validate token. Reason: 'NoneType' object has no attribute 'x'",
    "pass: test_lb1, pass: zun.tests.x1",
    "snmpd -c /etc/snmp/snmpd1.conf",
    "changed the password reset-2",
    "begins with #cloud-config",
};

START_TEST(leaves)
{
    struct masker *m = masker_new(&(struct mask_settings){0});
    struct str text = str_of(harmless[_i]), got = mask_text(m, text);

    ck_assert_msg(str_eq(got, text), "%s: %.*s", harmless[_i], STR_FMT(got));
    masker_free(m);
}
END_TEST

/* What was masked is not masked again: an event may be read back. */
START_TEST(masks_once)
{
    struct masker *m = masker_new(&(struct mask_settings){0});
    struct str text = str_of(cases[_i].expect), got = mask_text(m, text);

    ck_assert_msg(str_eq(got, text), "%s: %.*s", cases[_i].name, STR_FMT(got));
    masker_free(m);
}
END_TEST

/* The source line of a frame holds names, but a text in quotes is a text there, too; and the
 * exception's own line is no source. */
START_TEST(hides_in_tracebacks)
{
    static const char text[] =
        "  File \"/x.py\", line 3, in f\n    g(password='Zq8pl', token=t)\n"
        "ValueError: password=Zq9pl";
    static const char expect[] = "  File \"/x.py\", line 3, in f\n    g(password='" P
                                 "', token=t)\nValueError: password=" P;
    struct masker *m = masker_new(&(struct mask_settings){0});
    struct str got = mask_text(m, str_of(text));

    ck_assert_msg(str_eq(got, str_of(expect)), "%.*s", STR_FMT(got));
    masker_free(m);
}
END_TEST

/* A megabyte of what makes a rule look ahead. */
static const char *const floods[] = {
    "password=",
    "password='",
    "password\"",
    "\"password\": \"",
    "\\",
    "\"",
    "'",
    "://",
    "x://a:b,",
    "token ",
    "\"token\": {",
    "\"access\": \"",
    "gAAAA",
    "eyJaaaaaaaaaa.",
    "-----BEGIN PRIVATE KEY-----",
    "[SQL: '",
    "[parameters: [",
    "Cookie: ",
    "Authorization: Basic ",
    "#cloud-config",
    "&password=&",
    "--password -",
    "password: ",
    "<password>",
    "token=(",
    "x-",
    "password\\\\\\\": \\\\\\\"",
    "  File \"x\", line 1\n    token=x\n",
    ")password=)",
    "\"token\": {\"id\": \"a\", ",
    "'password', '-v', ",
    "(\"password\", \"x\"",
    "Bearer a",
    "password : ",
    "-----BEGIN PRIVATE KEY-----\n-----END",
    "'Cookie: '",
    "'Cookie': ",
    "curl -u ", "curl 'x', ", "password%3D", "%3a%2f%2f", "%22password%22%3A%22", "$6$",
    "\"payload\": \"", "auth=('", "Key (password)=(", ":password >", "\"password\">", "pass:",
    "passwords: ['", "passwords: ['x://', ", "password. Value: ", "&sig=", "\"password\", \"value\": ", "basic a",
    "=eyJ", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_password=a", "curl ", "mysql -u curl ",
    "rabbitmqctl add_user ", "curl \"", "Cookie:",
    "LS0tLS1CRUdJTi", "Authorization: Digest a=\"", "password is ", "password,", "'contents': '", "https://a9",
};

START_TEST(looks_at_each_byte_a_few_times)
{
    enum { BYTES = 1024 * 1024, SECONDS = 5 };
    CLEANUP(buf_done) struct buf text = {0};
    struct masker *m = masker_new(&(struct mask_settings){0});

    while (text.n < BYTES)
        buf_add(&text, str_of(floods[_i]));
    usec_t started = clock_now();
    mask_text(m, buf_str(&text));
    ck_assert_msg(clock_now() - started < SECONDS * USEC_PER_SEC, "%s: %lld us",
                  floods[_i], (long long)(clock_now() - started));
    masker_free(m);
}
END_TEST

static const struct {
    const char *name;
    struct secret_rule rule;
    const char *text, *expect;
} customs[] = {
    {"the whole match",
     {STR_INIT("ACME-[0-9]+"), SECRET_CUSTOM},
     "a ACME-12, ACME-7", "a [redacted:custom], [redacted:custom]"},
    {"the group",
     {STR_INIT("pin is ([0-9]+)"), SECRET_PASSWORD},
     "the pin is 123.", "the pin is " P "."},
    {"a group that took no part",
     {STR_INIT("x(y)?z"), SECRET_CUSTOM},
     "a xz", "a [redacted:custom]"},
    {"where it found nothing", {STR_INIT("a*"), SECRET_CUSTOM}, "bcb", "bcb"},
    {"bytes that are no UTF-8",
     {STR_INIT("k\\xff."), SECRET_CUSTOM},
     "\xfe k\xff\xfe", "\xfe [redacted:custom]"},
};

START_TEST(hides_what_a_pattern_file_calls_a_secret)
{
    struct mask_settings s = {.secrets = &customs[_i].rule, .secret_count = 1};
    struct masker *m = masker_new(&s);
    struct str got = mask_text(m, str_of(customs[_i].text));

    ck_assert_msg(str_eq(got, str_of(customs[_i].expect)), "%s: %.*s", customs[_i].name,
                  STR_FMT(got));
    masker_free(m);
}
END_TEST

/* What it did not look at may hold a secret. */
START_TEST(a_regex_that_meets_its_limit_hides_the_rest)
{
    static const struct secret_rule rule = {STR_INIT("(?:a+)+b|x"), SECRET_CUSTOM};
    struct masker *m =
        masker_new(&(struct mask_settings){.secrets = &rule, .secret_count = 1});
    CLEANUP(buf_done) struct buf text = {0};

    buf_add(&text, STR("x "));
    for (int i = 0; i < 60; i++)
        buf_char(&text, 'a');
    struct str got = mask_text(m, buf_str(&text));
    ck_assert_msg(str_eq(got, STR("[redacted:custom][redacted:custom]")), "%.*s",
                  STR_FMT(got));
    masker_free(m);
}
END_TEST

START_TEST(hides)
{
    struct masker *m = masker_new(&(struct mask_settings){0});
    struct str got = mask_text(m, str_of(cases[_i].text));

    ck_assert_msg(str_eq(got, str_of(cases[_i].expect)), "%s: %.*s", cases[_i].name,
                  STR_FMT(got));
    masker_free(m);
}
END_TEST

Suite *rules_suite(void)
{
    Suite *s = suite_create("mask/rules");
    TCase *tc = tcase_create("rules");

    tcase_add_loop_test(tc, hides, 0, (int)COUNT_OF(cases));
    tcase_add_loop_test(tc, masks_once, 0, (int)COUNT_OF(cases));
    tcase_add_loop_test(tc, leaves, 0, (int)COUNT_OF(harmless));
    tcase_add_test(tc, hides_in_tracebacks);
    tcase_add_loop_test(tc, looks_at_each_byte_a_few_times, 0, (int)COUNT_OF(floods));
    tcase_add_loop_test(tc, hides_what_a_pattern_file_calls_a_secret, 0,
                        (int)COUNT_OF(customs));
    tcase_add_test(tc, a_regex_that_meets_its_limit_hides_the_rest);
    tcase_set_timeout(tc, 60);
    suite_add_tcase(s, tc);
    return s;
}
