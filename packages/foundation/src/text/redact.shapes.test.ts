import { describe, expect, it } from "vitest"
import { redactSecrets } from "./redact.ts"

/** Assembled here, so that no scanner takes this file for a leak. */
const token = (prefix: string, length: number, alphabet = "aB3dE6gH9jK2mN5pQ8"): string =>
  prefix + alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)
const HEX = "0a1b2c3d4e5f6789"
const base64 = (text: string): string => Buffer.from(text).toString("base64")
const key = (name: string, body: string): string => `-----BEGIN ${name}-----\n${body}\n-----END ${name}-----`

const PEM_BODY = `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A1B2C3D\n\n${token("MIIE", 64)}\n${token("", 40)}==`

/** A text, and the part of it that must not be shown. */
const HIDDEN: readonly (readonly [shape: string, text: string, secret: string])[] = [
  ["an environment", "DJANGO_SECRET_KEY=abc-def$ghi next", "abc-def$ghi"],
  ["a setting with a space", "SECRET_KEY='a b c' next", "a b c"],
  ["a setting of Python", 'SECRET_KEY = "django-insecure-x!y"', "django-insecure"],
  ["a key base", "SECRET_KEY_BASE=0123abcd next", "0123abcd"],
  ["a key of a service", "STRIPE_KEY=abcdefgh", "abcdefgh"],
  ["a numbered key", "OPENAI_API_KEY_2=abcdefgh", "abcdefgh"],
  ["an account key", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=Zm9vYmFy+/==;End", "Zm9vYmFy"],
  ["a shared access key", "SharedAccessKeyName=root;SharedAccessKey=Zm9vYmFyYmF6=;", "Zm9vYmFyYmF6"],
  ["a password of a connection", "Server=db;User Id=sa;Password=hunter2;", "hunter2"],
  ["a name behind another", "login failed: password=hunter2", "hunter2"],
  ["a name behind one that is none", "auth_failed: token_id:password=hunter2", "hunter2"],
  ["a short name", "Server=db;Uid=sa;Pwd=hunter2;", "hunter2"],
  ["a database's password", "PGPASSWORD=hunter2 psql", "hunter2"],
  ["a pass", "DB_PASS=hunter2 npm test", "hunter2"],
  ["a secret with more behind its name", "CLIENT_SECRET_FOR_ACME=hunter2", "hunter2"],
  ["a small name", "clientSecret: hunter2", "hunter2"],
  ["a name of two words", "private_key = 'hunter2'", "hunter2"],
  ["a pass phrase", "passphrase: correct-horse", "correct-horse"],
  ["credentials", "credentials=hunter2", "hunter2"],
  ["a header with a key", "X-Api-Key: hunter2hunter2", "hunter2hunter2"],
  ["a header with a token", "X-Vault-Token: hunter2hunter2", "hunter2hunter2"],
  ["a forge's header", "PRIVATE-TOKEN: hunter2hunter2", "hunter2hunter2"],
  ["JSON", '{"clientSecret": "hunter2"}', "hunter2"],
  ["JSON inside a string", String.raw`"{\"password\": \"hunter2\"}"`, "hunter2"],
  ["a member", 'config["password"] = "hunter2"', "hunter2"],
  ["Ruby", "'password' => 'hunter2'", "hunter2"],
  ["XML", "<password>hunter2</password>", "hunter2"],
  ["a query", "GET /x?access_token=hunter2&a=1", "hunter2"],
  ["an option", "tool --api-key=hunter2 run", "hunter2"],
  ["an option after a space", "tool --password hunter2 run", "hunter2"],
  ["npm's file", "//registry.npmjs.org/:_authToken=abcdefgh", "abcdefgh"],
  [
    "docker's file",
    `{"auths": {"x": {"auth": "${base64("user:hunter2hunter2")}"}}}`,
    base64("user:hunter2hunter2"),
  ],
  ["a quote that was cut", 'password: "hunter2 and m', "hunter2"],
  ["netrc", "machine x login me password hunter2", "hunter2"],
  ["a header", "Authorization: Bearer abcdefghijkl", "abcdefghijkl"],
  ["a header with another scheme", "Authorization: token abcdefghijkl", "abcdefghijkl"],
  ["a header without a scheme", "authorization: abcdefghijkl", "abcdefghijkl"],
  ["a signed header", `Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=${HEX}`, HEX],
  ["a bearer alone", "bearer abcdefgh1234", "abcdefgh1234"],
  ["a pair alone", `Basic ${base64("user:hunter2")}`, base64("user:hunter2")],
  ["an address", "amqp://user:hunter2@host/x", "hunter2"],
  ["an address without a user", "redis://:hunter2@host:6379", "hunter2"],
  ["an address with two signs", "https://user:hun@ter2@host", "ter2"],
  ["curl", "curl -s -u user:hunter2 https://x", "hunter2"],
  ["curl, written out", 'curl --user "user:hunter2" https://x', "hunter2"],
  ["a cookie", "Cookie: sid=hunter2; theme=dark", "hunter2"],
  ["a cookie that is set", "set-cookie: session=hunter2; HttpOnly", "hunter2"],
  ["a cookie of curl", "curl -H 'Cookie: sid=hunter2' x", "hunter2"],
  ["a session", `PHPSESSID=${token("", 26)}`, token("", 26)],
  ["a signed address", `https://x/y?se=2024&sig=${token("", 40)}%3D`, token("", 40)],
  ["a PGP key", key("PGP PRIVATE KEY BLOCK", `Version: 1\n\n${token("lQ", 64)}\n=aB3d`), "aB3dE6"],
  ["an encrypted PEM", key("RSA PRIVATE KEY", PEM_BODY), "aB3dE6"],
  ["an encrypted PEM without its end", `-----BEGIN RSA PRIVATE KEY-----\n${PEM_BODY}`, "aB3dE6"],
  [
    "a key in one line",
    `KEY="-----BEGIN EC PRIVATE KEY-----\\n${token("MHc", 60)}\\n-----END EC PRIVATE KEY-----"`,
    "aB3dE6",
  ],
  ["an OpenSSH key", key("OPENSSH PRIVATE KEY", token("b3Bl", 70)), "aB3dE6"],
  ["a PuTTY key", `Private-Lines: 2\n${token("AAAA", 60)}\n${token("", 20)}`, "aB3dE6"],
  ...(
    [
      [token("whsec_", 32), "Stripe's hook"],
      [token("sk_live_", 24), "Stripe"],
      [token("hvs.", 24), "Vault"],
      [token("shpat_", 32, HEX), "Shopify"],
      [token("glpat-", 20), "GitLab"],
      [token("dop_v1_", 64, HEX), "DigitalOcean"],
      [token("123456789:AA", 33), "Telegram"],
      [`MTIzNDU2Nzg5MDEyMzQ1Njc4.${token("", 6)}.${token("", 27)}`, "Discord"],
      [token("sk-ant-api03-", 40), "Anthropic"],
      [token("sk-proj-", 40), "OpenAI"],
      [token("xoxb-123456789012-", 24), "Slack"],
      [token("xapp-1-A0-", 24), "Slack's app"],
      [token("AGE-SECRET-KEY-1", 58, "QPZRY9X8GF2TVDW0"), "age"],
      [token("ghs_", 36), "GitHub"],
      [token("npm_", 36), "npm"],
      [token("pypi-AgEIcHlwaS5vcmc", 40), "PyPI"],
      [token("hf_", 34), "Hugging Face"],
      [token("SG.", 22) + token(".", 43), "SendGrid"],
      [token("ya29.", 40), "Google"],
      [token("ASIA", 16, "ABCDEFGH234567"), "AWS"],
      [token("dckr_pat_", 27), "Docker"],
      [token("dp.pt.", 40), "Doppler"],
      [token("ATATT3", 60), "Atlassian"],
      [token("NRAK-", 27, "ABCDEFGH234567"), "New Relic"],
      [token("lin_api_", 40), "Linear"],
      [
        `${token("eyJ", 20)}.${token("", 20)}.${token("", 20)}.${token("", 9)}.zzZtail`,
        "an encrypted web token",
      ],
      [base64(`x-access-token:${token("", 30)}`), "an echoed credential"],
      [base64(`oauth2:${token("", 30)}`), "another echoed credential"],
      [base64(token("ghp_", 36)), "a token in base64"],
    ] as const
  ).map(([text, vendor]) => [vendor, `said ${text} there`, text.slice(-6)] as const),
  ["a sign of no width in a token", `said ghp_aB3dE6gH\u200B${token("", 24)} there`, "pQ8"],
  ["a sign of no width in a name", "pass\u200Dword=hunter2", "hunter2"],
  ["a sign of no width before a token", `\uFEFF${token("ghp_", 36)}`, "pQ8"],
]

/** Texts that look like a secret and are not: they stay to the letter. */
const SHOWN: readonly string[] = [
  `commit 9fceb02d0ae598e95dc970b74767f19372d61af8`,
  `sha256:${HEX.repeat(4)}`,
  `"integrity": "sha512-${token("", 86)}=="`,
  "id 123e4567-e89b-12d3-a456-426614174000",
  "FAIL tests/auth/token.test.ts > token > refreshes an expired token: 401",
  "src/auth/token.ts:10:2 - error TS2322: Type 'string' is not assignable to type 'number'.",
  "tests/test_token.py::test_secret_key_is_required FAILED",
  "test auth::token::tests::expires ... FAILED",
  "max_tokens: 4096",
  "MAX_TOKENS=4096",
  "total_token: 12",
  "KeyError: 'name'",
  "KeyError: 'api_key'",
  "name: build\nkey: value\nsteps: 3",
  "secret:\n  name: x",
  "primary_key=id",
  "PRIMARY_KEY=user_id",
  "monkey=banana",
  "turkey: 12",
  "sort --key value --key=2,2 file",
  "function pick<K extends keyof T>(key: K): T[K]",
  "interface A { token: string; password: string | null; apiKey: String }",
  "token: Promise<string>",
  "def f(password: str, token: Optional[str] = None):",
  '{"key": "name", "keys": ["a"]}',
  ".token-keyword { color: #fff; --token-color: red }",
  "SyntaxError: Unexpected token: punc (})",
  "SyntaxError: Unexpected token '}', \"{a}\" is not valid JSON",
  "Invalid token: identifier",
  "assert token == expected",
  "expect(token === null)",
  "const f = (token) => token.type",
  "const token = nextToken()",
  "token = request.headers.authorization",
  "password: process.env.PASSWORD",
  "password: ${{ secrets.DB_PASSWORD }}",
  "TOKEN=$TOKEN npm test",
  'curl -H "Authorization: Bearer $TOKEN" x',
  "Authorization: Bearer <token>",
  "fetch(url, { credentials: 'same-origin' })",
  "secrets: inherit",
  "token_type: bearer",
  "tokenizer: gpt2",
  "secretary: Bob",
  "eos_token: </s>",
  "passwordless: yes",
  "password_min_length: 12",
  "CLIENT_SECRET_FILE=/run/secrets/client",
  "PWD=/home/me/work",
  "const STORAGE_KEY = 'todos'",
  "CACHE_KEY=deps-v1-abc123",
  "public_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5",
  "the basic authentication failed, bearer authorization is required",
  'WWW-Authenticate: Bearer realm="api"',
  "password: must be at least 8 characters",
  "Wrong password: expected a number",
  "npm_config_registry=https://registry.npmjs.org/",
  "npm_lifecycle_event_name",
  "class sk-fading-circle-container",
  "hf_transfer_is_not_installed",
  "docker run -u 1000:1000 --user node:node image",
  "http://localhost:3000?user=a@b",
  "document.cookie is empty, cookie: undefined",
  "if (cookie == null) cookies = parse(header)",
  'print("token: " + token + ".")',
  "test:token:expiry passed, tests pass: 10",
  "openssl said -----BEGIN PRIVATE KEY----- is missing\nFAIL src/a.test.ts",
  "a family of 👨\u200D👩\u200D👧 and a soft\u00ADhyphen",
  "error[E0412]: cannot find type `Token` in this scope",
  "Received: 2024-01-01T12:34:56.789Z",
]

describe("the shapes of secrets", () => {
  it("are many both ways", () => {
    expect(HIDDEN.length).toBeGreaterThanOrEqual(60)
    expect(SHOWN.length).toBeGreaterThanOrEqual(30)
  })

  it.each(HIDDEN)("hides %s", (_shape, text, secret) => {
    expect(text.replaceAll("\u200B", "")).toContain(secret)
    const redacted = redactSecrets(text)
    expect(redacted).not.toContain(secret)
    expect(redacted).toContain("[redacted]")
    expect(redactSecrets(redacted)).toBe(redacted)
  })

  it.each(SHOWN)("shows %s", (text) => {
    expect(redactSecrets(text)).toBe(text)
  })

  it("keeps the words around a key that was cut off", () => {
    const text = `it said\n-----BEGIN PRIVATE KEY-----\n${token("MII", 61)}\nThe key is not valid.`
    expect(redactSecrets(text)).toBe("it said\n[redacted]\nThe key is not valid.")
  })
})
