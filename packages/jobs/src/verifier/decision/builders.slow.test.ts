import { dirname, join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { buildBrief } from "../brief/build_brief.ts"
import { openVerdictLedger } from "../ledger/ledger.ts"
import { passedShop } from "./decide_on_verdicts.fixture.ts"
import { decideOnVerdicts } from "./decide_on_verdicts.ts"

/** The shop whose change is committed by this author, with three passes on the commit. */
async function committedBy(author: string, judges: readonly string[]) {
  const { options, ledger } = await passedShop()
  const { root } = options
  await requireGit(root, ["commit", "--all", "--quiet", `--author=${author}`, "-m", "the change"])
  const own = join(dirname(ledger), "committed.jsonl")
  const committed = { ...options, base: "HEAD~1", head: "HEAD", ledger: own }
  const { manifest } = await buildBrief({ ...options, base: "HEAD~1", head: "HEAD" })
  const entries = await openVerdictLedger(ledger).read()
  const verdicts = entries.map(({ verdict }, at) => ({
    ...verdict,
    subject: manifest.subject,
    verifier: { ...verdict.verifier, id: judges[at] ?? "somebody else" },
  }))
  await openVerdictLedger(own).append(verdicts)
  return committed
}

// @requirement verifier.builder
describe("the builder, where none is named", () => {
  it.each([
    ["Ada Lovelace <ada@example.org>", ["ada lovelace", "ADA@example.org", "ada"], 3],
    ["Ada <7+ada-l@users.noreply.github.com>", ["ada-l", "7+ada-l", "grace"], 1],
    ["Ada Lovelace <ada@example.org>", ["lovelace", "ada@example.com", "example.org"], 0],
  ])("is the author %s: of the judges %j so many are left out", async (author, judges, own) => {
    const options = await committedBy(author, judges)
    const decision = await decideOnVerdicts(options)
    expect([decision.consensus?.own, decision.outcome]).toEqual([own, own === 0 ? "PASS" : "ESCALATE"])
    expect(decision.hints.some((hint) => hint.startsWith("verdicts of authors"))).toBe(own > 0)
    const anybody = await decideOnVerdicts({ ...options, builder: { id: null } })
    expect(anybody).toMatchObject({ outcome: "PASS", consensus: { own: 0 } })
    const named = await decideOnVerdicts({ ...options, builder: { id: "the agent" } })
    expect(named).toMatchObject({ outcome: "PASS", consensus: { own: 0 } })
  })

  it("is nobody for what is not committed", async () => {
    const { options } = await passedShop({}, [
      { verifier: { id: "proofloop", session_id: "s", model_name: null } },
    ])
    expect(await decideOnVerdicts(options)).toMatchObject({ outcome: "PASS", consensus: { own: 0 } })
  })
})
