import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { readWebhook } from "./webhook.ts"

const SECRET = "it is a secret to everybody"
const SHA = "a".repeat(40)
const REPOSITORY = { id: 1_296_269, html_url: "https://github.com/acme/shop" }

function delivery(event: string, payload: object, secret = SECRET) {
  const body = Buffer.from(JSON.stringify({ repository: REPOSITORY, ...payload }))
  const signature = createHmac("sha256", secret).update(body).digest("hex")
  return { body, headers: { "x-github-event": event, "x-hub-signature-256": `sha256=${signature}` } }
}

describe("a webhook's delivery", () => {
  it.each([
    [
      "check_run",
      { check_run: { head_sha: SHA, pull_requests: [{ number: 41 }] } },
      { commits: [SHA], numbers: [41] },
    ],
    ["check_suite", { check_suite: { head_sha: SHA, pull_requests: [] } }, { commits: [SHA] }],
    ["workflow_run", { workflow_run: { head_sha: SHA, pull_requests: null } }, { commits: [SHA] }],
    ["status", { sha: SHA, state: "failure" }, { commits: [SHA] }],
    ["pull_request", { action: "closed", number: 41, pull_request: { number: 41 } }, { numbers: [41] }],
    ["pull_request_review", { pull_request: { number: 41 } }, { numbers: [41] }],
    ["pull_request_review_comment", { pull_request: { number: 41 } }, { numbers: [41] }],
    ["issue_comment", { issue: { number: 41, pull_request: { url: "" } } }, { numbers: [41] }],
    ["push", { ref: "refs/heads/main", after: SHA }, { branches: ["main"] }],
  ])("%s tells what has changed", (event, payload, read) => {
    const news = { repository: "github:github.com:1296269", numbers: [], commits: [], branches: [], ...read }
    expect(readWebhook(delivery(event, payload), SECRET)).toEqual({ status: "news", event, news })
  })

  it.each([
    ["ping", {}],
    ["issue_comment", { issue: { number: 7 } }],
    ["push", { ref: "refs/tags/v1" }],
    ["check_run", { check_run: { head_sha: "HEAD" } }],
    ["pull_request", { pull_request: { number: 41 }, repository: null }],
    ["constructor", {}],
  ])("%s of something else is ignored", (event, payload) => {
    expect(readWebhook(delivery(event, payload), SECRET)).toEqual({ status: "ignored", event })
  })

  it("with another signature, or none, is refused unread", () => {
    const right = delivery("status", { sha: SHA })
    const signature = right.headers["x-hub-signature-256"]
    const wrong = [
      delivery("status", { sha: SHA }, `${SECRET}!`).headers["x-hub-signature-256"],
      signature.slice(0, -1),
      signature.replace("sha256=", "sha1="),
      signature.toUpperCase(),
      [signature],
      undefined,
    ]
    for (const given of wrong) {
      const headers = { ...right.headers, "x-hub-signature-256": given }
      expect(readWebhook({ ...right, headers }, SECRET)).toEqual({
        status: "refused",
        why: "the signature is missing or wrong",
      })
    }
    const longer = Buffer.concat([right.body, Buffer.from(" ")])
    expect(readWebhook({ ...right, body: longer }, SECRET).status).toBe("refused")
  })

  it("that is not JSON is refused, and a secret that can be guessed is misuse", () => {
    const body = Buffer.from("payload=%7B%7D")
    const signature = createHmac("sha256", SECRET).update(body).digest("hex")
    const headers = { "x-github-event": "push", "x-hub-signature-256": `sha256=${signature}` }
    expect(readWebhook({ headers, body }, SECRET)).toEqual({
      status: "refused",
      why: "it is not a JSON event",
    })
    expect(() => readWebhook({ headers, body }, "")).toThrow("secret: expected 16 characters or more")
  })
})
