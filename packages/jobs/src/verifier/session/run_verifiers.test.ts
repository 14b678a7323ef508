import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { checkManifest } from "../brief/check.ts"
import { openVerdictLedger } from "../ledger/ledger.ts"
import { runVerifiers } from "./run_verifiers.ts"
import { changedShop, EVIDENCE, submit, verifiersThat } from "./verifier.fixture.ts"

const LENSES = ["wiring", "concurrency-security", "contract-conformance"]

// @requirement verifier.session
describe("runVerifiers", () => {
  it("gives one verdict a lens, each of a fresh session, with what was judged, into the ledger", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat(() => submit("pass"))
    const run = await runVerifiers({ ...shop, model, builder: { id: "worker", model_name: "worker-1" } })
    const { subject, brief_sha256 } = run.manifest
    expect(run.verdicts.map(({ lens, verdict }) => `${lens} ${verdict}`)).toEqual(
      LENSES.map((lens) => `${lens} pass`),
    )
    expect(run.verdicts[0]).toMatchObject({
      evidence: EVIDENCE,
      security: false,
      subject,
      brief_sha256,
      verifier: { id: "proofloop/wiring", model_name: "reviewer-1" },
    })
    expect(run.verdicts.map(({ caveats }) => caveats)).toEqual([undefined, undefined, undefined])
    expect(new Set(run.verdicts.map(({ verifier }) => verifier.session_id)).size).toBe(3)
    expect(run.ledger).toBe(join(shop.root, ".proofloop/verdicts/default.jsonl"))
    const entries = await openVerdictLedger(run.ledger).read()
    expect(entries.map(({ verdict, batch_end }) => [verdict.lens, batch_end])).toEqual(
      LENSES.map((lens) => [lens, 3]),
    )
    expect(requests).toHaveLength(3)
    expect(await checkManifest(shop.root, run.manifest)).toEqual([])
  })

  it("refuses what is shallow, ungrounded or contradicts itself, and takes the next try", async () => {
    const tries = [
      { evidence: "looks good to me" },
      { evidence: "Every branch of withdraw keeps the balance above nothing whatever the caller asks for." },
      { evidence: EVIDENCE.replace(":2", ":99") },
      { evidence: `${EVIDENCE} src/nothing.py:3 calls it.` },
      { security: true },
      { refutation: " " },
    ]
    const { model, requests } = verifiersThat((_, turn) => submit("pass", tries[turn - 1] ?? {}))
    const run = await runVerifiers({ ...(await changedShop()), model, only: ["wiring"] })
    expect(run.sessions).toMatchObject([{ lens: "wiring", iterations: 7, verdict: { evidence: EVIDENCE } }])
    const told = requests.at(-1) ?? ""
    for (const reason of [
      "it is too short",
      "names no file of the diff, the contract or the tests: cite path:line of one of src/account.py",
      "src/account.py:99: there is no such line, the file has 4",
      "src/nothing.py:3: there is no such file",
      "a security finding never passes",
      "refutation",
    ])
      expect(told).toContain(reason)
  })
})

describe("options", () => {
  const question = "x"
  it.each([
    [{ only: ["wirin"] }, /^only\.0: .* Did you mean "wiring"\?/],
    [{ only: [] }, /^only: expected/],
    [{ lenses: [{ id: "Wiring", question }] }, /^lenses\.0\.id: .* Did you mean "wiring"\?/],
    [
      {
        lenses: [
          { id: "a", question },
          { id: "a", question },
        ],
      },
      /^lenses\.1\.id: expected each lens once/,
    ],
    [{ lenses: [{ id: "a", question: " " }] }, /^lenses\.0\.question/],
    [{ min_lenses: 2 }, /^min_lenses: expected a whole number from 3 to 3/],
    [{ min_lenses: 4 }, /^min_lenses/],
    [{ model: {} }, /^model\.wiring/],
    [{ model: { wirng: () => null } }, /^model\.wirng: .* Did you mean "wiring"\?/],
    [{ max_iterations: 0 }, /^max_iterations/],
    [{ timeout_ms: 1.5 }, /^timeout_ms/],
    [{ builder: { id: " " } }, /^builder\.id/],
    [{ transcript: [] }, /^transcript: expected one of root/],
    [{ ledger: "" }, /^ledger/],
  ])("%j is refused before a model is asked", async (options, message) => {
    const { model, requests } = verifiersThat(() => submit("pass"))
    // @ts-expect-error what a host without types may pass
    await expect(runVerifiers({ root: "/", model, ...options })).rejects.toThrow(message)
    expect(requests).toEqual([])
  })
})
