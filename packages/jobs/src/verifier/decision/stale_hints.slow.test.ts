import { utimes } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { SHOP } from "../brief/brief.fixture.ts"
import { passedShop } from "./decide_on_verdicts.fixture.ts"
import { decideOnVerdicts } from "./decide_on_verdicts.ts"

// @requirement verifier.stale
describe("hints at stale verdicts", () => {
  it("name the untracked file that made a change another one, and are gone with it", async () => {
    const { options } = await passedShop({ "src/fee.py": "FEE = 3\n" })
    const { root } = options
    await addFiles(root, { "debug.txt": "x\n" })
    await utimes(join(root, "debug.txt"), new Date(), new Date(Date.now() + 60_000))
    expect(await decideOnVerdicts(options)).toMatchObject({
      outcome: "ESCALATE",
      consensus: { stale: 3 },
      hints: [
        "3 stale verdicts: untracked debug.txt made it another change: let git ignore it or take it away, and the verdict fits again",
      ],
    })
    await addFiles(root, { ".git/info/exclude": "debug.txt\n" })
    expect(await decideOnVerdicts(options)).toMatchObject({ outcome: "PASS", hints: [] })
  })

  it("name untracked files that came later beside an edit, and only those", async () => {
    const { options } = await passedShop({ "src/fee.py": "FEE = 3\n" })
    const { root } = options
    await utimes(join(root, "src/fee.py"), new Date(0), new Date(0))
    await addFiles(root, { "src/account.py": SHOP["src/report.py"] })
    const { hints } = await decideOnVerdicts(options)
    expect(hints).toEqual(["3 stale verdicts: the change is another one than was judged"])
    await addFiles(root, { "debug.txt": "x\n" })
    await utimes(join(root, "debug.txt"), new Date(), new Date(Date.now() + 60_000))
    const later = await decideOnVerdicts(options)
    expect(later.hints).toEqual([expect.stringContaining("untracked debug.txt came after the verdict")])
  })

  it("say how a base moved, and that the contract did", async () => {
    const { options } = await passedShop()
    const { root } = options
    const old = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
    await addFiles(root, { "docs/contract.md": "# withdraw\n\nRefuses nothing.\n" })
    await commitPaths(root, ["docs/contract.md"], "another contract")
    const now = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
    const moved = `the base moved from ${old.slice(0, 12)} to ${now.slice(0, 12)}`
    expect((await decideOnVerdicts(options)).hints).toEqual([
      `3 stale verdicts: ${moved}, which differ in docs/contract.md; contract or tests are not those it was judged against: docs/contract.md changed at the base`,
    ])
  })

  it("say that an old base is gone", async () => {
    const subject = {
      diff_sha256: "d".repeat(64),
      contract_sha256: "c".repeat(64),
      base_commit: "0".repeat(40),
    }
    const { options } = await passedShop({}, [{ subject }])
    expect((await decideOnVerdicts(options)).hints).toEqual([
      expect.stringMatching(
        /^1 stale verdict: the base moved from 000000000000 to \w{12}, and the repository does not have the old one; /,
      ),
    ])
  })
})
