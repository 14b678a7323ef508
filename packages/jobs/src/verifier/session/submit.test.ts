import { expect, it } from "vitest"
import { verdictOf } from "../verdict/read_verdict.fixture.ts"
import { submitVerdictTool } from "./submit.ts"
import { EVIDENCE } from "./verifier.fixture.ts"

it("of two verdicts submitted at once one is taken, whichever is looked up first", async () => {
  const lookups: Array<(problem: string | null) => void> = []
  const accepted: string[] = []
  const tool = submitVerdictTool({
    lenses: ["wiring"],
    complete: (submitted) => verdictOf("wiring", submitted),
    whyUngrounded: () => new Promise((resolve) => lookups.push(resolve)),
    on_accepted: ({ verdict }) => accepted.push(verdict),
    on_refused: (problem) => accepted.push(`refused: ${problem}`),
  })
  const context = { signal: new AbortController().signal, call_id: "1", iteration: 1 }
  const submit = (verdict: string) =>
    tool.execute({ verdict, evidence: EVIDENCE, refutation: "Followed amount = 0 to the raise." }, context)
  const older = submit("pass")
  const newer = submit("fail")
  lookups[1]?.(null)
  expect(await newer).toMatchObject({ ok: true })
  lookups[0]?.(null)
  expect(await older).toMatchObject({ ok: false, error: "the verdict was given already" })
  expect(accepted).toEqual(["fail"])
})
