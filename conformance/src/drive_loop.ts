import { isRecord } from "@proofloop/foundation/text"
import type { Case, Entry } from "./case.ts"
import { differenceOfError, flatExpectation, warningsExpected } from "./expectation.ts"
import type { Implementation } from "./implementation.ts"
import type { JsonObject } from "./json.ts"
import { loopScript } from "./loop_script.ts"
import { difference } from "./match.ts"

/** Runs a loop case to its end; returns the first difference from the case, or null. */
export async function driveLoop(implementation: Implementation, played: Case): Promise<string | null> {
  const reply = await implementation.request({ type: "run", script: loopScript(played) })
  if (reply.error) return differenceOfError(played, reply.error, "run")
  if (played.error) return "expected an error, got none"
  const run = reply.run
  if (!isRecord(run)) throw new Error("reply to run has no run")
  const [events, requests] = [recordsOf(run["events"]), Array.isArray(run["requests"]) ? run["requests"] : []]
  const turns = turnsOf(events)
  let call = 0
  for (const [index, entry] of played.script.entries()) {
    for (let time = 0; time < (entry.times ?? 1); time += 1) {
      const found = differenceOfTurn(entry, turns[call], requests[call])
      if (found !== null) return `script[${index}]: ${found}`
      call += 1
    }
  }
  return differenceOfEnd(played, run, events, requests.length)
}

/** The run between one model call and the next turn: what the model saw, events, tools run, the failure model. */
function differenceOfTurn(
  entry: Entry,
  events: readonly JsonObject[] | undefined,
  request: unknown,
): string | null {
  const { expect } = entry
  if (events === undefined) return expect === undefined ? null : "the model was never called for it"
  const { warning: _warning, warnings: _warnings, ...rest } = expect ?? {}
  const failure = events.find(({ type }) => type === "iteration_end")?.["failure"]
  const actual = {
    ...(isRecord(failure) ? failure : {}),
    model_sees: typeof request === "string" ? request : JSON.stringify(request),
    events: events.map(({ type }) => type),
    executed: namesOf(events, "tool_call_start", "tool_name"),
    fed_back: namesOf(events, "feedback_injected", "kind"),
    verifications: namesOf(events, "verification_start", "trigger"),
    warnings: events.filter(({ type }) => type === "agent_loop_stall_warning").map(({ warning }) => warning),
  }
  return difference({ ...flatExpectation(rest), warnings: warningsExpected(expect ?? {}) }, actual, "")
}

function differenceOfEnd(
  played: Case,
  run: JsonObject,
  events: readonly JsonObject[],
  model_calls: number,
): string | null {
  const types = events.map(({ type }) => String(type))
  const counts: Record<string, number> = {}
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1
  const executions: Record<string, number> = {}
  for (const name of namesOf(events, "tool_call_start", "tool_name")) {
    executions[String(name)] = (executions[String(name)] ?? 0) + 1
  }
  const result = isRecord(run["result"]) ? run["result"] : {}
  const counted = { events: types, event_counts: counts, executions, model_calls }
  const actual = { ...result, ...counted, verifications: namesOf(events, "verification_start", "trigger") }
  const { event_counts, ...rest } = flatExpectation(played.end ?? {})
  const found =
    difference(rest, actual, "") ?? difference(event_counts ?? {}, withZeros(counts, event_counts), "events")
  return found === null ? null : `end: ${found}`
}

/** Events of each model call: from its start up to the next call, or the turn that follows. */
function turnsOf(events: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const turns: JsonObject[][] = []
  let open = false
  for (const event of events) {
    if (event["type"] === "iteration_start") open = false
    if (event["type"] === "model_call_start") {
      turns.push([])
      open = true
    }
    if (open) turns.at(-1)?.push(event)
  }
  return turns
}

function namesOf(events: readonly JsonObject[], type: string, field: string): readonly unknown[] {
  return events.filter((event) => event["type"] === type).map((event) => event[field])
}

/** An event that is expected zero times is counted as zero. */
function withZeros(counts: Record<string, number>, expected: unknown): Record<string, number> {
  const zeros = isRecord(expected) ? Object.fromEntries(Object.keys(expected).map((name) => [name, 0])) : {}
  return { ...zeros, ...counts }
}

function recordsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
