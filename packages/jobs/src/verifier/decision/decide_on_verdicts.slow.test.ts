import { readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { SHOP } from "../brief/brief.fixture.ts"
import { passedShop } from "./decide_on_verdicts.fixture.ts"
import { decideOnVerdicts } from "./decide_on_verdicts.ts"

// @requirement verifier.decision
describe("decideOnVerdicts", () => {
  it("never passes a change of its own contract or tests; a stop stays a stop", async () => {
    const edited = { "docs/contract.md": `${SHOP["docs/contract.md"]}Or not.\n` }
    const { options } = await passedShop(edited)
    expect(await decideOnVerdicts(options)).toMatchObject({
      outcome: "ESCALATE",
      reason: "the change edits its own contract: docs/contract.md",
      consensus: { outcome: "PASS" },
    })
    const also_tests = { ...edited, "tests/test_report.py": "" }
    const stopped = await passedShop(also_tests, [{ verdict: "fail" }])
    expect(await decideOnVerdicts(stopped.options)).toMatchObject({
      outcome: "HARD-STOP",
      reason: expect.stringContaining("wiring refuted"),
      changed_contract: ["docs/contract.md", "tests/test_report.py"],
    })
  })

  it("without a ledger escalates; with one that was edited or is none, stops with a code and does not throw", async () => {
    const { options, ledger } = await passedShop({}, [{ verdict: "fail" }])
    const text = await readFile(ledger, "utf8")
    for (const damaged of [text.replace('"fail"', '"pass"'), `${text}[1]\n`]) {
      await writeFile(ledger, damaged)
      expect(await decideOnVerdicts(options)).toMatchObject({
        outcome: "HARD-STOP",
        code: "verdict_ledger_invalid",
        consensus: null,
      })
    }
    await rm(ledger)
    expect(await decideOnVerdicts(options)).toMatchObject({ outcome: "ESCALATE", code: null })
  })

  it("believes no ledger that git has: in the index, or in a commit", async () => {
    const { options, ledger } = await passedShop()
    const is_refused = { outcome: "HARD-STOP", code: "verdict_ledger_invalid", consensus: null }
    await requireGit(options.root, ["add", "--force", ledger])
    expect(await decideOnVerdicts(options)).toMatchObject(is_refused)
    await requireGit(options.root, ["commit", "--quiet", "-m", "verdicts", ledger])
    await requireGit(options.root, ["rm", "--quiet", "--cached", ledger])
    const decision = await decideOnVerdicts({ ...options, base: "HEAD" })
    expect(decision).toMatchObject(is_refused)
    expect(decision.reason).toMatch(/default\.jsonl is part of the repository/)
  })

  it("nor one that git has a link to: the ledger's folder is no way around", async () => {
    const { options, ledger } = await passedShop()
    const own = join(options.root, ".proofloop")
    await rename(dirname(ledger), join(own, "kept"))
    await symlink("kept", dirname(ledger))
    expect(await decideOnVerdicts(options)).toMatchObject({ outcome: "PASS" })
    const refused = { outcome: "HARD-STOP", code: "verdict_ledger_invalid" }
    await requireGit(options.root, ["add", "--force", dirname(ledger)])
    expect(await decideOnVerdicts(options)).toMatchObject(refused)
    await requireGit(options.root, ["rm", "--quiet", "--cached", dirname(ledger)])
    await requireGit(options.root, ["add", "--force", join(own, "kept/default.jsonl")])
    expect(await decideOnVerdicts(options)).toMatchObject(refused)
  })

  it("asks for as many lenses as it is told", async () => {
    const { options } = await passedShop()
    const lenses = [{ id: "accessibility", question: "Each control has a name." }]
    const decision = await decideOnVerdicts({ ...options, lenses, min_lenses: 4 })
    expect(decision).toMatchObject({ outcome: "ESCALATE", reason: expect.stringContaining("3/4") })
    expect(await decideOnVerdicts({ ...options, lenses })).toMatchObject({ outcome: "PASS" })
    await expect(decideOnVerdicts({ ...options, min_lenses: 1 })).rejects.toThrow(/^min_lenses/)
    const misspelt = { ...options, min_lens: 3 }
    await expect(decideOnVerdicts(misspelt)).rejects.toThrow(/Did you mean "min_lenses"\?/)
  })
})
