import type { DetectorState } from "@proofloop/runtime/detector"
import type { ToolCall } from "@proofloop/runtime/internal/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { answering, fold, stepper } from "../parts/define.ts"
import { calls, proposals, results } from "../parts/define_readings.ts"
import { isFail } from "../parts/failure_model.ts"
import { inState } from "../parts/state_change.ts"

/** What these patterns remember. */
interface Remembered {
  readonly actions: readonly string[]
  readonly same_edit: { readonly action: string; readonly count: number; readonly checks: readonly unknown[] }
  readonly tool_error: { readonly tool_name: string; readonly key: string; readonly count: number }
}

const memoryOf = ({ memory }: DetectorState): Remembered => ({
  actions: [],
  same_edit: { action: "", count: 0, checks: [] },
  tool_error: { tool_name: "", key: "", count: 0 },
  ...memory,
})

/** The state with what it remembered of repeated actions before as well. */
const withActions = (state: DetectorState, before: readonly string[]): DetectorState => ({
  ...state,
  memory: { ...state.memory, actions: [...before, ...memoryOf(state).actions] },
})

const withMemory = (state: DetectorState, change: Partial<Remembered>): DetectorState => ({
  ...state,
  memory: { ...state.memory, ...change },
})

const isNoPoll = ({ arguments: given }: ToolCall): boolean => !JSON.stringify(given ?? {}).includes("kubectl")

/** The state with the alternations that it has lost. */
const withAlternations = (state: DetectorState, before: DetectorState["alternations"]): DetectorState => {
  const kept = state.alternations.map(({ check_id, with_edits }) => `${check_id} ${with_edits}`)
  const lost = before.filter(({ check_id, with_edits }) => !kept.includes(`${check_id} ${with_edits}`))
  return { ...state, alternations: [...lost, ...state.alternations] }
}

/** Wrong ways to count repeats and rounds. */
export const repeats: readonly BrokenImplementation[] = [
  proposals("A command that waits and looks counts as a repeat.", ["patterns.repeated_action"], (call) => ({
    ...call,
    command: "",
  })),
  answering(
    "A write does not start the count of repeated actions over.",
    ["patterns.repeated_action"],
    (step, request) => {
      const wrote = step.results.some((result) => result.wrote)
      return wrote ? inState(step, (state) => withActions(state, memoryOf(request.state).actions)) : step
    },
  ),
  answering("The same call twice in one turn counts twice.", ["patterns.repeated_action"], (step) => {
    const called = step.results.map(({ observation }) => observation.action)
    const twice = new Set(called).size < called.length
    return twice ? inState(step, (state) => withActions(state, memoryOf(state).actions.slice(-1))) : step
  }),
  calls("A command that waits or asks is a look like any other.", ["actions.polls"], (call) => {
    const text = JSON.stringify(call.arguments ?? {})
    return text.includes('"command"')
      ? { ...call, arguments: { command: `cat ${text.replace(/\W/g, "_")}` } }
      : call
  }),
  calls("Whatever a command looks at is asked again for a reason.", ["actions.polls"], (call) => {
    const text = JSON.stringify(call.arguments ?? {})
    return text.includes('"cat ')
      ? { ...call, arguments: { command: `sleep 1; cat ${text.replace(/\W/g, "_")}` } }
      : call
  }),
  stepper(
    "A poll is skipped also where roles are not inferred.",
    ["actions.polls"],
    (request, play, { config }) =>
      request.kind === "propose" && config.undeclared_role !== "infer"
        ? play({
            ...request,
            input: { ...request.input, tool_calls: request.input.tool_calls.filter(isNoPoll) },
          })
        : play(request),
  ),
  results("A poll may fail as often as it likes.", ["actions.polls"], (result) =>
    result.tool_name === "shell" ? { ...result, ok: true } : result,
  ),
  stepper("An edit that is applied again is another edit.", ["patterns.repeated_edit"], (request, play) => {
    const { same_edit } = memoryOf(request.state)
    return play({
      ...request,
      state: withMemory(request.state, { same_edit: { ...same_edit, action: "" } }),
    })
  }),
  stepper(
    "An edit that is applied is the last one again, whichever it is.",
    ["patterns.repeated_edit"],
    (request, play) => {
      const { same_edit } = memoryOf(request.state)
      const action = same_edit.count === 0 ? "" : (request.state.proposal[0]?.action ?? "")
      return play({ ...request, state: withMemory(request.state, { same_edit: { ...same_edit, action } }) })
    },
  ),
  stepper(
    "What checks say between two applications of an edit is not looked at.",
    ["patterns.repeated_edit"],
    (request, play) => {
      const { same_edit } = memoryOf(request.state)
      return play({
        ...request,
        state: withMemory(request.state, { same_edit: { ...same_edit, checks: [] } }),
      })
    },
  ),
  stepper(
    "A tool that fails several times in one turn is counted as often.",
    ["patterns.repeated_tool_error"],
    (request, play) => {
      const { tool_error } = memoryOf(request.state)
      const more = request.kind === "settle" && tool_error.count > 0 ? request.input.results.length - 1 : 0
      const count = tool_error.count + more
      return play({ ...request, state: withMemory(request.state, { tool_error: { ...tool_error, count } }) })
    },
  ),
  answering(
    "A success does not start the count of a tool's failures over.",
    ["patterns.repeated_tool_error"],
    (step, request) => {
      const { tool_error } = memoryOf(request.state)
      return step.results.some(({ ok }) => ok)
        ? inState(step, (state) => withMemory(state, { tool_error }))
        : step
    },
  ),
  results(
    "Whatever a tool says when it fails, it is the same failure.",
    ["patterns.repeated_tool_error"],
    (result) =>
      result.ok === false && result.tool_name !== "run_test" ? { ...result, error: "it failed so" } : result,
  ),
  results("Failures that do not say why are the same failure.", ["patterns.repeated_tool_error"], (result) =>
    result.error === "exit code 1" ? { ...result, error: "it failed so" } : result,
  ),
  fold("A rejected edit is no failure that another may take turns with.", ["patterns.alternating_failures"], {
    evidence: (turn) => ({ ...turn, rejected_edit: null }),
  }),
  fold("A rejected edit takes part although one went through behind it.", ["patterns.alternating_failures"], {
    after: (step, { alternations }, { made_edit }) =>
      made_edit ? inState(step, (state) => withAlternations(state, alternations)) : step,
  }),
  fold("Rounds of two failures go on behind a pass.", ["patterns.alternating_failures"], {
    after: (step, { alternations }, { evidence }) =>
      evidence.length > 0 && !evidence.some(isFail)
        ? inState(step, (state) => withAlternations(state, alternations))
        : step,
  }),
  fold("The time-outs of several checks count as those of each.", ["patterns.timeout_failure"], {
    before: (state, turn) => {
      const most = Math.max(0, ...state.slots.map(({ timeout_streak }) => timeout_streak))
      return [{ ...state, slots: state.slots.map((slot) => ({ ...slot, timeout_streak: most })) }, turn]
    },
  }),
]
