import { expect, it } from "vitest"
import { NO_NOTES, noteChain } from "./notes.ts"

it("the hashes of notes are those of the stores that are there", () => {
  const link = noteChain("fb-1")
  const received = { kind: "received", transition: null, note: '{"source":"ä"}' } as const
  const first = link(NO_NOTES, {
    ...received,
    at: "2026-05-01T12:00:00.000Z",
    content_sha256: "0".repeat(64),
  })
  const change = { kind: "change", transition: "pending → triaged", note: "{}" } as const
  const second = link(first, { ...change, at: "2026-05-01T12:00:01.000Z", content_sha256: "1".repeat(64) })
  expect([first, second]).toEqual([
    { seq: 1, sha256: "9a70783ab5a80800648994057144d6753998ea9c9f62e144ebcc6ef373a28fea" },
    { seq: 2, sha256: "3a2316766f3441af554315439661746bbbde0f44ff67a5156708a2bb95b38ea0" },
  ])
})
