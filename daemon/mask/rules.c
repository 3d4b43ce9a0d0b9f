#include "mask/rules.h"

#include <stdlib.h>

#include "mask/anchors.h"
#include "mask/scan.h"

#define KEY(word, kind)                                                                  \
    {                                                                                    \
        STR_INIT(word), key_take, SECRET_##kind                                          \
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
    KEY("kek", PASSWORD),
    KEY("psk", PASSWORD),
    KEY("privatekey", PRIVATE_KEY),
    KEY("token_id", TOKEN),
    KEY("trust_id", TRUST_ID),
    KEY("os_trust:trust", TRUST_ID),
    KEY("user_data", USER_DATA),
    KEY("userdata", USER_DATA),
    {STR_INIT("access"),           access_take,         SECRET_PASSWORD      },

 /* signed URLs: Swift (swift/common/middleware/tempurl.py), S3, heat's signals */
    KEY("temp_url_sig", URL_SIGNATURE),
    KEY("awsaccesskeyid", URL_SIGNATURE),
    {STR_INIT("signature"),        signature_take,      SECRET_URL_SIGNATURE },
    KEY("oauth_signature", URL_SIGNATURE),
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
