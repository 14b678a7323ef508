import { describe, expect, it } from "vitest"
import { moreThanLinear } from "../../../runtime/src/evidence/more_than_linear.fixture.ts"
import { redactSecrets } from "./redact.ts"

describe("redactSecrets", () => {
  it.each([
    ["Authorization: Bearer abcdef1234567890", "abcdef1234567890"],
    ["authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
    ["key sk-proj-abcdefghijklmnop1234", "abcdefghijklmnop1234"],
    ["key sk_live_abcdefghijklmnop", "abcdefghijklmnop"],
    ["token ghp_abcdefghijklmnopqrstuvwxyz0123456789", "abcdefghijklmnop"],
    ["github_pat_11ABCDEFG0abcdefghijkl", "11ABCDEFG0"],
    ["xoxb-123456789012-abcdefghij", "123456789012"],
    ["AKIAIOSFODNN7EXAMPLE1", "IOSFODNN7"],
    ["AIzaSyA-1234567890abcdefghijklmnop", "SyA-1234567890"],
    ["npm_abcdefghijklmnopqrstuvwxyz", "abcdefghijkl"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh", "eyJzdWIiOiIxMjM0In0"],
    ["password=hunter2 next", "hunter2"],
    ["DB_PASSWORD='hunter2 and more'", "hunter2 and more"],
    ['{"api_key": "s3cr3tvalue", "a": 1}', "s3cr3tvalue"],
    ["client_secret: s3cr3tvalue", "s3cr3tvalue"],
    ["?access_token=s3cr3tvalue&a=1", "s3cr3tvalue"],
    ["postgres://user:hunter2@db:5432/x", "hunter2"],
    ["https://user:p%40ss@example.com/", "p%40ss"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----", "MIIabc"],
    ["-----BEGIN PRIVATE KEY-----\nMIIabc", "MIIabc"],
  ])("hides the secret of %s", (text, secret) => {
    expect(text).toContain(secret)
    expect(redactSecrets(text)).not.toContain(secret)
    expect(redactSecrets(text)).toContain("[redacted]")
  })

  it.each([
    "AssertionError: expected 3, got 4",
    "SyntaxError: Unexpected token '}'",
    "max_tokens is too large",
    "the basic case fails",
    "https://example.com:8080/a@b",
    "password is missing",
    "tokens: [1, 2]",
    "src/auth/token.ts:10:2",
  ])("leaves alone: %s", (text) => {
    expect(redactSecrets(text)).toBe(text)
  })

  it("keeps what stands around a secret", () => {
    expect(redactSecrets('{"password":"a","b":2}')).toBe('{"password":[redacted],"b":2}')
    expect(redactSecrets("postgres://user:hunter2@db/x")).toBe("postgres://user:[redacted]@db/x")
    expect(redactSecrets("curl -H 'Authorization: Bearer abcdefgh12' x")).toBe(
      "curl -H 'Authorization: Bearer [redacted]' x",
    )
  })

  it.each([
    "token: abc",
    'password="a b"',
    "secret=abc, next",
    "https://a:b@c",
    "Authorization: Bearer abcdefgh1234",
  ])("has nothing left to do where it has been: %s", (text) => {
    const once = redactSecrets(text)
    expect(once).not.toBe(text)
    expect(redactSecrets(once)).toBe(once)
  })

  it("does linear work on hostile texts", () => {
    expect(moreThanLinear(redactSecrets)).toEqual([])
  })
})
