#include "mask/rules.h"

#include <stdlib.h>

#include "mask/anchors.h"
#include "mask/scan.h"

#define KEY(word, kind)                                                                  \
    {                                                                                    \
        STR_INIT(word), key_take, SECRET_##kind                                          \
    }

#define TAKE(word, subject, kind)                                                        \
    {                                                                                    \
        STR_INIT(word), subject##_take, SECRET_##kind                                    \
    }

/*
 * The words, _ for -. Names are known by their ends, as OpenStack does it: `password` stands for
 * os_privileged_user_password, too.
 */
static const struct rule rows[] = {
  /* oslo_utils/strutils.py, _SANITIZE_KEYS, of 6.0.1 and of 10.1 */
    KEY("adminpass", PASSWORD),
    KEY("admin_pass", PASSWORD),
    KEY("password", PASSWORD),
    KEY("new_pass", PASSWORD),
    KEY("secret_uuid", PASSWORD),
    KEY("secret", PASSWORD),
    KEY("sys_pswd", PASSWORD),
    KEY("token", TOKEN),
    KEY("configdrive", USER_DATA),
    KEY("encrypted_key", PRIVATE_KEY),
    KEY("private_key", PRIVATE_KEY),
    KEY("fernetkey", PRIVATE_KEY),
    KEY("sslkey", PRIVATE_KEY),
    KEY("passphrase", PASSWORD),
    KEY("cephclusterfsid", PASSWORD),
    KEY("octaviaheartbeatkey", PASSWORD),
    KEY("rabbitcookie", PASSWORD),
    KEY("cephmanilaclientkey", PASSWORD),
    KEY("pacemakerremoteauthkey", PASSWORD),
    KEY("designaterndckey", PASSWORD),
    KEY("cephadminkey", PASSWORD),
    KEY("heatauthencryptionkey", PASSWORD),
    KEY("cephclientkey", PASSWORD),
    KEY("keystonecredential", PASSWORD),
    KEY("barbicansimplecryptokek", PASSWORD),
    KEY("cephrgwkey", PASSWORD),
    KEY("swifthashsuffix", PASSWORD),
    KEY("migrationsshkey", PRIVATE_KEY),
    KEY("cephmdskey", PASSWORD),
    KEY("cephmonkey", PASSWORD),

 /* what it misses: options of services, fields of contexts and of requests */
    KEY("passwd", PASSWORD),
    KEY("pswd", PASSWORD),
    KEY("_pass", PASSWORD),
    KEY("userpass", PASSWORD),
    KEY("rootpass", PASSWORD),
    KEY("secret_key", PASSWORD),
    KEY("secretkey", PASSWORD),
    KEY("access_key", PASSWORD),
    KEY("accesskey", PASSWORD),
    KEY("access_key_id", PASSWORD),
    KEY("api_key", PASSWORD),
    KEY("apikey", PASSWORD),
    KEY("auth_key", PASSWORD),
    KEY("shared_key", PASSWORD),
    KEY("encryption_key", PASSWORD),
    KEY("heartbeat_key", PASSWORD),
    KEY("temp_url_key", PASSWORD),
    KEY("hash_path_suffix", PASSWORD),
    KEY("hash_path_prefix", PASSWORD),
    KEY("aws_creds", PASSWORD),
    KEY("ec2_creds", PASSWORD),
    KEY("storage_pass", PASSWORD),
    KEY("hmac_keys", PASSWORD),
    KEY("passcode", PASSWORD),
    KEY("swift_key", PASSWORD),
    KEY("store_key", PASSWORD),
    KEY("sync_key", PASSWORD),
    KEY("secret_key_base", PASSWORD),
    KEY("registry_auth", PASSWORD),
    KEY("sst_auth", PASSWORD),
    KEY("erlang_cookie", PASSWORD),
    KEY("snmp_community", PASSWORD),
    KEY("snmp_community_name", PASSWORD),
    KEY("password_hash", PASSWORD),
    KEY("approle_secret_id", PASSWORD),
    KEY("pkcs11_pin", PASSWORD),
    KEY("user_pin", PASSWORD),
    KEY("kek", PASSWORD),
    KEY("psk", PASSWORD),
    KEY("privatekey", PRIVATE_KEY),
    KEY("fixed_key", PRIVATE_KEY),
    KEY("master_key", PRIVATE_KEY),
    KEY("signing_key", PRIVATE_KEY),
    KEY("hmac_key", PRIVATE_KEY),
    KEY("keyring", PRIVATE_KEY),
    KEY("pkcs12", PRIVATE_KEY),
    KEY("pkcs12_bundle", PRIVATE_KEY),
    KEY("server_pem", PRIVATE_KEY),
    KEY("token_id", TOKEN),
    KEY("sessionid", TOKEN),
    KEY("code_verifier", TOKEN),
    KEY("samlresponse", TOKEN),
    KEY("trust_id", TRUST_ID),
    KEY("os_trust:trust", TRUST_ID),
    KEY("user_data", USER_DATA),
    KEY("userdata", USER_DATA),
    TAKE("pass", weak, PASSWORD),
    TAKE("pwd", weak, PASSWORD),
    TAKE("pw", weak, PASSWORD),
    TAKE("auth", auth, PASSWORD),
    TAKE("credentials", auth, PASSWORD),
    TAKE("provider_auth", chap, PASSWORD),
    TAKE("payload", payload, PASSWORD),
    TAKE("contents", payload, USER_DATA),
    TAKE("trust", trust, TRUST_ID),
    {STR_INIT("access"),           access_take,         SECRET_PASSWORD      },

 /* signed URLs: Swift (swift/common/middleware/tempurl.py), S3, heat's signals */
    KEY("temp_url_sig", URL_SIGNATURE),
    KEY("awsaccesskeyid", URL_SIGNATURE),
    {STR_INIT("signature"),        signature_take,      SECRET_URL_SIGNATURE },
    KEY("oauth_signature", URL_SIGNATURE),
    KEY("url_signature", URL_SIGNATURE),
    KEY("googleaccessid", URL_SIGNATURE),
    KEY("x_goog_signature", URL_SIGNATURE),
    KEY("x_goog_credential", URL_SIGNATURE),
    TAKE("sig=", query, URL_SIGNATURE),
    KEY("x_amz_signature", URL_SIGNATURE),
    KEY("x_amz_credential", URL_SIGNATURE),
    KEY("x_amz_security_token", URL_SIGNATURE),

    {STR_INIT("authorization"),    header_take,         SECRET_HEADER        },
    {STR_INIT("cookie"),           header_take,         SECRET_HEADER        },
    {STR_INIT("bearer "),          bearer_take,         SECRET_TOKEN         },
    {STR_INIT("://"),              url_take,            SECRET_URL_PASSWORD  },
    {STR_INIT("os_trust/trusts/"), trust_path_take,     SECRET_TRUST_ID      },
    {STR_INIT("gaaaa"),            fernet_take,         SECRET_TOKEN         },
    {STR_INIT("eyj"),              jws_take,            SECRET_TOKEN         },
    {STR_INIT("aq"),               ceph_key_take,       SECRET_PASSWORD      },
    {STR_INIT("_____begin "),      private_key_take,    SECRET_PRIVATE_KEY   },

 /* tokens of other makers, hashes, and what a command's short options hide */
    TAKE("basic ", basic, HEADER),
    TAKE("tokens/", trust_path, TOKEN),
    TAKE("auth_tk", tempauth, TOKEN),
    TAKE("pkiz_", vendor, TOKEN),
    TAKE("ghp_", vendor, TOKEN),
    TAKE("gho_", vendor, TOKEN),
    TAKE("ghs_", vendor, TOKEN),
    TAKE("github_pat_", vendor, TOKEN),
    TAKE("glpat_", vendor, TOKEN),
    TAKE("xoxb_", vendor, TOKEN),
    TAKE("xoxp_", vendor, TOKEN),
    TAKE("hvs.", vendor, TOKEN),
    TAKE("akia", vendor, PASSWORD),
    TAKE("hooks.slack.com/services/", vendor, TOKEN),
    TAKE("$1$", crypt, PASSWORD),
    TAKE("$5$", crypt, PASSWORD),
    TAKE("$6$", crypt, PASSWORD),
    TAKE("$y$", crypt, PASSWORD),
    TAKE("$2a$", crypt, PASSWORD),
    TAKE("$2b$", crypt, PASSWORD),
    TAKE("$2y$", crypt, PASSWORD),
    TAKE("$scrypt$", crypt, PASSWORD),
    TAKE("$pbkdf2", crypt, PASSWORD),
    TAKE("$argon2", crypt, PASSWORD),
    TAKE("ls0tls1crudjti", pem, PRIVATE_KEY),
    TAKE("identified by ", identified, PASSWORD),
    TAKE("%3a%2f%2f", encoded_url, URL_PASSWORD),
    TAKE("ipmitool", command, PASSWORD),
    TAKE("sshpass", command, PASSWORD),
    TAKE("mysql", command, PASSWORD),
    TAKE("redis_cli", command, PASSWORD),
    TAKE("ldap", command, PASSWORD),
    TAKE("snmp", command, PASSWORD),
    TAKE("curl", command, PASSWORD),
    TAKE("smbclient", command, PASSWORD),
    TAKE("docker login", command, PASSWORD),
    TAKE("podman login", command, PASSWORD),
    TAKE("rabbitmqctl", command, PASSWORD),

    {STR_INIT("[parameters: "),    sql_parameters_take, SECRET_SQL_PARAMETERS},
    {STR_INIT("[sql: "),           sql_take,            SECRET_SQL_PARAMETERS},
    {STR_INIT("#cloud_config"),    cloud_config_take,   SECRET_USER_DATA     },
};

struct rules {
    struct anchors *anchors;
};

void secrets_add(struct secrets *out, size_t at, size_t n, enum secret_kind kind)
{
    VEC_GROW(out->at, out->n, out->cap);
    out->at[out->n++] = (struct secret){at, n, kind};
}

struct rules *rules_new(void)
{
    struct rules *r = mem_new(sizeof *r);

    r->anchors = anchors_new(&rows[0].word, COUNT_OF(rows), sizeof rows[0]);
    return r;
}

void rules_free(struct rules *r)
{
    if (!r)
        return;
    anchors_free(r->anchors);
    free(r);
}

bool rules_maybe(const struct rules *r, struct str s)
{
    return anchors_any(r->anchors, s);
}

/* Our own marks hold such words, too. */
static bool in_mark(const struct scan *sc, size_t begin)
{
    return str_ends(str_head(sc->s, scan_name(sc, begin)), STR("[redacted:"));
}

void rules_find(const struct rules *r, struct str s, struct secrets *out)
{
    struct anchor_walk w = {.s = s};
    struct scan sc = {.s = s, .out = out};

    while (anchors_next(r->anchors, &w)) {
        const struct rule *row = &rows[w.word];
        size_t begin = w.at - row->word.n;
        if (begin >= sc.done && !in_mark(&sc, begin))
            row->take(&sc, row, begin, w.at);
    }
}
