import { isRecord } from "@proofloop/foundation/text"
import type { Case, Entry } from "./case.ts"
import { differenceOfError, flatExpectation, warningsExpected } from "./expectation.ts"
import type { Implementation, Request } from "./implementation.ts"
import type { JsonObject } from "./json.ts"
import { difference } from "./match.ts"
import { proposalOf, settlementOf } from "./turn.ts"

/** Plays a detector case turn by turn; returns the first difference from the case, or null. */
export async function driveDetector(implementation: Implementation, played: Case): Promise<string | null> {
  const started = await implementation.request({
    type: "start",
    options: played.options,
    tools: played.tools,
  })
  if (started.error) return `start: refused ${started.error.option}: ${started.error.message}`
  let last: JsonObject = {}
  for (const [index, entry] of played.script.entries()) {
    for (let time = 1; time <= (entry.times ?? 1); time += 1) {
      const where = `script[${index}]${entry.times === undefined ? "" : ` time ${time}`}`
      const step = await playEntry(implementation, entry, played)
      if ("error" in step) return differenceOfError(played, step["error"], where)
      const found = difference(expectationOf(entry.expect ?? {}), step, "")
      if (found !== null) return `${where}: ${found}`
      last = step
    }
  }
  if (played.error) return "expected an error, got none"
  const found = difference(flatExpectation(played.end ?? {}), last, "")
  return found === null ? null : `end: ${found}`
}

/** One turn. A hard stop at `propose` means that nothing is dispatched, hence nothing settled. */
async function playEntry(implementation: Implementation, entry: Entry, played: Case): Promise<JsonObject> {
  const ask = async (message: Request, at: string): Promise<JsonObject> => {
    const reply = await implementation.request(message)
    if (reply.error) return { error: reply.error }
    if (!isRecord(reply.step)) throw new Error(`reply to ${message.type} has no step`)
    const { state, ...step } = reply.step
    const warnings = Array.isArray(step["warnings"]) ? step["warnings"] : []
    return {
      ...(isRecord(state) ? state : {}),
      ...step,
      warnings: warnings.map((warning) => (isRecord(warning) ? { ...warning, at } : warning)),
    }
  }
  if (entry.clear) return ask({ type: "clear" }, "clear")
  if (entry.verdict) return ask({ type: "verdict", input: entry.verdict }, "verdict")
  const [proposal, settlement] = [proposalOf(entry), settlementOf(entry)]
  if (played.whole_turns) return ask({ type: "observe", input: { ...proposal, ...settlement } }, "observe")
  const proposed = await ask({ type: "propose", input: proposal }, "propose")
  if ("error" in proposed || proposed["hard_stop"] === true) return { ...proposed, settled: false }
  const settled = await ask({ type: "settle", input: settlement }, "settle")
  if ("error" in settled) return settled
  const feedback = [proposed["feedback"], settled["feedback"]].filter((text) => typeof text === "string")
  return {
    ...settled,
    settled: true,
    warnings: [...listOf(proposed["warnings"]), ...listOf(settled["warnings"])],
    ...(feedback.length > 0 ? { feedback: feedback.join("\n\n") } : {}),
  }
}

/** An entry without a word about warnings or hard stops expects none. */
function expectationOf(expect: JsonObject): JsonObject {
  const { warning: _warning, warnings: _warnings, ...rest } = expect
  return { hard_stop: false, ...flatExpectation(rest), warnings: warningsExpected(expect) }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
