import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { STANDARD_LENS_IDS } from "../verdict/lens_verdict.ts"
import { passedShop } from "./decide_on_verdicts.fixture.ts"
import { decideOnVerdicts } from "./decide_on_verdicts.ts"

// @requirement verifier.decision
describe("decideOnVerdicts", () => {
  it("passes what three lenses passed, as it is now; a change since makes every verdict stale", async () => {
    const { options } = await passedShop()
    expect(await decideOnVerdicts(options)).toMatchObject({
      outcome: "PASS",
      code: null,
      consensus: { lenses: [...STANDARD_LENS_IDS].toSorted(), stale: 0 },
      changed_contract: [],
    })
    const decision = await decideOnVerdicts({ ...options, builder: { id: "Person-1" } })
    expect(decision).toMatchObject({ outcome: "ESCALATE", consensus: { own: 1 } })
    await addFiles(options.root, { "src/fee.py": "FEE = 3\n" })
    expect(await decideOnVerdicts(options)).toMatchObject({ outcome: "ESCALATE", consensus: { stale: 3 } })
  })

  it("escalates what is required and not so, and tells what weakens a pass", async () => {
    const { options } = await passedShop()
    const { consensus: agreed } = await decideOnVerdicts({ ...options, contract: undefined })
    expect(agreed?.caveats).toMatchObject([{ kind: "no_contract" }])
    const passed = await decideOnVerdicts(options)
    expect(passed.consensus?.caveats.map(({ kind }) => kind)).toEqual(["identical_evidence", "no_brief"])
    expect(await decideOnVerdicts({ ...options, requirements: ["brief"] })).toMatchObject({
      outcome: "ESCALATE",
      reason: expect.stringMatching(/^brief is required, and .*recorded by hand/),
    })
  })

  it("escalates a change for which nothing is promised, whatever was said of it", async () => {
    const { options } = await passedShop()
    const unpromised = { root: options.root, contract: [], tests: [] }
    expect(await decideOnVerdicts(unpromised)).toMatchObject({
      outcome: "ESCALATE",
      reason: expect.stringMatching(/^nothing was promised, nothing could be checked/),
      consensus: { caveats: [{ kind: "nothing_promised" }] },
    })
  })

  it("imports no model and no loop", async () => {
    const seen = new Set<string>()
    const visit = async (url: URL): Promise<void> => {
      if (seen.has(url.pathname)) return
      seen.add(url.pathname)
      const text = await readFile(url, "utf8")
      const imports = [...text.matchAll(/^(?:import|export) (?!type )[^"]*?from "(\.[^"]+)"/gm)]
      for (const [, path = ""] of imports) await visit(new URL(path, url))
      expect(text).not.toMatch(/createAgentLoop|openAICompatible|chatJson/)
    }
    await visit(new URL("decide_on_verdicts.ts", import.meta.url))
    expect([...seen].some((path) => path.endsWith("/consensus.ts"))).toBe(true)
  })
})
