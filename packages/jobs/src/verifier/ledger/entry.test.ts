import { expect, it } from "vitest"
import { verdictOf } from "../verdict/read_verdict.fixture.ts"
import { headOfHeader, nextEntry, tornTail } from "./entry.ts"

it("the hashes of entries are those of the ledgers that are there", () => {
  const header = '{"id":"67db295e-844c-455d-ac41-980f68c5cab3","ledger":"proofloop verdicts","version":1}'
  const recorded_at = "2026-05-01T12:00:00.000Z"
  const head = headOfHeader(header)
  const first = nextEntry(head, {
    batch_end: 1,
    recorded_at,
    verdict: verdictOf("wiring", { brief_sha256: null }),
  })
  const after_torn = tornTail(Buffer.from("torn"))
  const verdict = { ...verdictOf("wiring", { brief_sha256: null }), extra: { b: 1, a: [2.5, "ä"] } }
  const second = nextEntry(first, { batch_end: 3, recorded_at, after_torn, verdict })
  expect(head).toEqual({
    seq: 0,
    sha256: "7d813e046aa1d20e32ccd86d388e4b2b1c740e8977d30d1ee78eeda81c66a7af",
  })
  expect(first).toMatchObject({
    seq: 1,
    prev_sha256: head.sha256,
    sha256: "057a438c1fe15ffa7168024a691a78c6573cb4319fee2a85e15094656092dff2",
  })
  expect(second).toMatchObject({
    seq: 2,
    prev_sha256: first.sha256,
    sha256: "f8f1d8933a2e5ea31cf7979cd64324c449dabf067253af90b104823e1bcd2944",
  })
})
