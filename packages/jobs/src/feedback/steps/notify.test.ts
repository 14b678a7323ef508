import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import type { Comments } from "../../forge/comments.ts"
import { published, removeTemplate, withPull } from "../../forge/forge.fixture.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { localForge } from "../../forge/local_forge.ts"
import { notify } from "./notify.ts"

afterAll(removeTemplate)

const FEEDBACK_ID = "fb-1"

// @requirement self-correction.notice
describe("messages", () => {
  it("go to the issue or pull request that feedback came from, once", async () => {
    const { bare } = await withPull()
    const forge = localForge({ repository: bare })
    const issue = await forge.openIssue("Prices", "wrong")
    const pull_url = pathToFileURL(join(bare, "proofloop/pulls/1.md")).href
    const notices = [
      { key: "opened", body: "A draft is open.", context_url: issue.url, reason: "" },
      { key: "verified", body: "It is verified.", context_url: pull_url, reason: "forge: busy" },
    ]
    const first = await notify({ forge, feedback_id: FEEDBACK_ID, notices })
    expect(first).toEqual({
      posted: [
        { key: "opened", url: `${issue.url}#comment-1` },
        { key: "verified", url: `${pull_url}#comment-1` },
      ],
      deferred: [],
    })
    expect(await notify({ forge, feedback_id: FEEDBACK_ID, notices })).toEqual(first)
    const other = await notify({ forge, feedback_id: "fb-2", notices: notices.slice(0, 1) })
    expect(other.posted).toEqual([{ key: "opened", url: `${issue.url}#comment-2` }])
    const page = await readFile(join(bare, "proofloop/issues/1.md"), "utf8")
    expect(page.match(/A draft is open\./g)).toHaveLength(2)
  })

  it("that have nowhere to go are kept with the reason", async () => {
    const { bare } = await published()
    const forge = localForge({ repository: bare })
    const body = "Verified."
    const notices = [
      null,
      "https://chat.example/7",
      pathToFileURL(join(bare, "proofloop/issues/9.md")).href,
    ].map((context_url, at) => ({ key: `k${at}`, body, context_url, reason: "" }))
    await forge.openIssue("one", "")
    const { posted, deferred } = await notify({ forge, feedback_id: FEEDBACK_ID, notices })
    expect(posted).toEqual([])
    expect(deferred.map(({ key, reason }) => [key, reason])).toEqual([
      ["k0", "no-context-url"],
      ["k1", "unknown-context"],
      ["k2", expect.stringMatching(/^forge: .*9\.json is not there$/)],
    ])
    expect(deferred.map((notice) => notice.body)).toEqual([body, body, body])
  })

  it("that a service does not take are brought later, and then once", async () => {
    const { bare } = await published()
    const local = localForge({ repository: bare })
    const { url: context_url } = await local.openIssue("Prices", "wrong")
    let tries = 0
    const post: Comments["post"] = (...given) => {
      tries += 1
      if (tries > 1) return local.comments.post(...given)
      return Promise.reject(new ForgeError("POST acme/shop: 403", { retryable: true }))
    }
    const forge = { ...local, comments: { ...local.comments, post } }
    const notices = [{ key: "opened", body: "A draft is open.", context_url, reason: "" }]
    const { deferred } = await notify({ forge, feedback_id: FEEDBACK_ID, notices })
    expect(deferred).toMatchObject([
      { key: "opened", reason: expect.stringContaining("forge: POST acme/shop") },
    ])
    const later = await notify({ forge, feedback_id: FEEDBACK_ID, notices: deferred })
    expect(later).toMatchObject({ posted: [{ key: "opened" }], deferred: [] })
    await notify({ forge, feedback_id: FEEDBACK_ID, notices: deferred })
    expect(await local.comments.list({ kind: "issue", number: 1 })).toHaveLength(1)
  })
})
