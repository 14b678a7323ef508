import { isRecord } from "@proofloop/foundation/text"
import { knobs } from "@proofloop/runtime/detector"
import { expect } from "vitest"
import type { Case } from "./case.ts"
import { withColumn } from "./columns.ts"
import type { JsonObject } from "./json.ts"
import { loadCases } from "./load_cases.ts"
import { loopScript } from "./loop_script.ts"
import { ourImplementation } from "./ours.ts"
import { proposalOf, settlementOf } from "./turn.ts"

const repairKnobs = knobs.filter((knob) => knob.repair && knob.value.type !== "host")

/** The case with `repair_aware` off and, of the repair knobs, these and no others. */
function withRepair(played: Case, repair: JsonObject): Case {
  const { stall_diagnostics: given, ...options } = withColumn(played).options
  const own = isRecord(given) ? given : {}
  const others = Object.entries(own).filter(
    ([name]) => name !== "repair_diagnostics" && !repairKnobs.some((knob) => knob.name === name),
  )
  const stall_diagnostics = { ...Object.fromEntries(others), ...repair, repair_aware: false }
  return { ...played, options: { ...options, stall_diagnostics } }
}

/** Everything our implementation says while a case is played, expectations aside. */
async function transcriptOf(played: Case): Promise<string> {
  const ours = ourImplementation()
  if (played.kind === "loop")
    return JSON.stringify(await ours.request({ type: "run", script: loopScript(played) }))
  const { options, tools } = played
  const replies: unknown[] = [(await ours.request({ type: "start", options, tools })).error]
  for (const entry of played.script) {
    for (let time = 0; time < (entry.times ?? 1); time += 1) {
      if (entry.clear) replies.push(await ours.request({ type: "clear" }))
      else if (entry.verdict) replies.push(await ours.request({ type: "verdict", input: entry.verdict }))
      else {
        replies.push(await ours.request({ type: "propose", input: proposalOf(entry) }))
        replies.push(await ours.request({ type: "settle", input: settlementOf(entry) }))
      }
    }
  }
  return JSON.stringify(replies)
}

const recommended = Object.fromEntries(repairKnobs.map((knob) => [knob.name, knob.recommended]))

/** The cases that say something of the repair knobs: scripts of the detector and of the loop. */
export async function repairCases(): Promise<readonly Case[]> {
  return (await loadCases()).filter(
    ({ kind, error }) => ["detector", "loop"].includes(kind) && error === undefined,
  )
}

/** With `repair_aware` off every repair knob is inert: state, prompts, events and result stay byte-identical. */
export async function expectInert(played: Case): Promise<void> {
  expect(await transcriptOf(withRepair(played, recommended))).toBe(await transcriptOf(withRepair(played, {})))
}

/** Whether the quick tests play the case at this place, or the slow ones do. */
export function isQuick(place: number): boolean {
  return place % 12 === 0
}
