import { changeSet } from "@proofloop/foundation/git"
import fc from "fast-check"
import { expect, it } from "vitest"
import { computeFingerprint } from "../../repository/compute_fingerprint.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { docPreservation } from "../docs/doc_preservation.ts"
import { psiLiteCritic } from "../psi/psi_lite_critic.ts"
import { frameworkGrounding } from "./framework_grounding.ts"
import { linkGrounding } from "./link_grounding.ts"
import { packageGrounding } from "./package_grounding.ts"

const PIECES =
  "[ ] ( ) < > ` ``` ~~~ ** \\ \\n | # - ! : . , not React Express next.js https://a.b/ x.md ../ %2e import from require( plugins: { } ' \" ${ /* // é 😀 \ud800".split(
    " ",
  )
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, " ", "\n", "\r\n"), fc.string({ maxLength: 5 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""))

it.each([[frameworkGrounding], [packageGrounding], [docPreservation], [linkGrounding], [psiLiteCritic]])(
  "$id can judge any text, and places what it finds inside it",
  async (critic) => {
    const fingerprint = await computeFingerprint(memoryFacts({ "package.json": '{"name":"own"}' }))
    await fc.assert(
      fc.asyncProperty(text, text, fc.boolean(), async (before, after, isNew) => {
        const paths = ["a.md", "vite.config.js", "b.py"]
        const change = changeSet(paths.map((path) => ({ path, before: isNew ? null : before, after })))
        const verdict = await critic.check(change, memoryFacts({}, change, { fingerprint }))
        expect(verdict.status).not.toBe("unable")
        const found = verdict.status === "fail" ? verdict.violations : []
        const lines = after.split("\n").length
        expect(found.filter(({ line = 1 }) => line < 1 || line > lines)).toEqual([])
      }),
      { numRuns: 150 },
    )
  },
)
