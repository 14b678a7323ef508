import type { Agent } from "./agents/agent.ts"
import { type ScenarioName, SCENARIOS } from "./scenarios.ts"
import { hasFailed, saidTurns, seenChecks, toldByTurn, wordsToPerson } from "./seen.ts"
import type { Session } from "./session.ts"

/** Whether something was shown, and by what. */
export interface Shown {
  readonly shown: boolean
  readonly evidence: string
}

/** What the matrix has columns for. */
export interface Column {
  readonly name: string
  readonly title: string
  readonly scenario: ScenarioName
  readonly judge: (session: Session, agent: Agent) => Shown
}

const NOT_DONE = "Not done yet"
const HANDED_BACK = "The agent stopped with this open"
const EVIDENCE = "-1 !== 3"

export const columns: readonly Column[] = [
  {
    name: "failure_seen",
    title: "failure seen",
    scenario: "mended",
    judge(session, { host }) {
      const checks = seenChecks(session, host)
      const outcomes = checks.map((call) => (hasFailed(call) ? "failed" : `exit ${call.exit_code ?? "?"}`))
      return { shown: outcomes.join() === "failed,failed,exit 0", evidence: outcomes.join(", ") }
    },
  },
  {
    name: "nudge_lands",
    title: "nudge lands",
    scenario: "mended",
    judge(session) {
      const [first = 0] = saidTurns(session)
      const told = toldByTurn(session)[first] ?? []
      const shown = told.some(
        (text) => text.includes("did not change this failure") && text.includes(EVIDENCE),
      )
      return { shown, evidence: `request ${first + 1}: ${told.join(" ").slice(0, 300)}` }
    },
  },
  {
    name: "repeat_refused",
    title: "repeat refused",
    scenario: "repeated",
    judge(session, { host }) {
      const told = toldByTurn(session)[3] ?? []
      const runs = seenChecks(session, host).filter(({ status }) => status !== "refused").length
      const shown = runs === 2 && told.some((text) => text.includes("This very command failed 2 times"))
      return { shown, evidence: `${runs} runs; request 4: ${told.join(" ").slice(0, 300)}` }
    },
  },
  {
    name: "done_held",
    title: "done held",
    scenario: "mended",
    judge(session) {
      const [first = 0, second] = saidTurns(session)
      const told = (toldByTurn(session)[first + 1] ?? []).join(" ")
      const is_held = told.includes(NOT_DONE) && told.includes(EVIDENCE)
      const is_let_go = second === session.asked.length - 1 && session.exit_code === 0
      return {
        shown: is_held && is_let_go,
        evidence: `request ${first + 2}: ${told.slice(0, 300)}; ${is_let_go ? "let go" : "not let go"} after the check passed`,
      }
    },
  },
  {
    name: "hand_back",
    title: "hand-back",
    scenario: "handed_back",
    judge(session) {
      const holds = toldByTurn(session).filter((told) => told.some((text) => text.includes(NOT_DONE))).length
      const is_answered = session.hooks.some(({ answer }) => answer.includes(HANDED_BACK))
      const is_shown = session.output.includes(HANDED_BACK)
      const is_over = session.exit_code === 0 && saidTurns(session).at(-1) === session.asked.length - 1
      const how = is_shown ? "shown by the host" : is_answered ? "given to the host" : "not given"
      return {
        shown: holds === 2 && is_over && (is_shown || is_answered),
        evidence: `${holds} holds; ${how}`,
      }
    },
  },
  ...Object.entries(SCENARIOS).flatMap(([name, { expected }]): Column[] => {
    if (expected === undefined) return []
    const { title, comes_to, without_resume = comes_to } = expected
    const judge: Column["judge"] = (session, { resumes }) => {
      const came_to = [...outcomes(session)].join(", ")
      const texts = toldByTurn(session).flat().join(" ").slice(0, 300)
      return {
        shown: came_to === (resumes ? comes_to : without_resume) && session.exit_code === 0,
        evidence: `${came_to}; ${texts}`,
      }
    }
    return [{ name, title, scenario: name as ScenarioName, judge }]
  }),
]

/** What the model was told, how each stop ended, and last whether the person was told something. */
function* outcomes(session: Session): Generator<string> {
  const told = toldByTurn(session)
  const isHeld = (turn: number): boolean => told[turn]?.some((text) => text.includes(NOT_DONE)) ?? false
  let has_let_go = false
  for (const [turn, { turn: done }] of session.asked.entries()) {
    // A host may give the model one text at two places.
    const texts = (told[turn] ?? []).map((text) =>
      text.includes(NOT_DONE) ? "held" : text.includes("This very command") ? "refused" : "nudged",
    )
    yield* new Set(texts)
    if (done.type !== "say" || isHeld(turn + 1)) continue
    // A host comes back for its own reasons, and the agent stops again.
    if (!has_let_go) yield "let go"
    has_let_go = true
  }
  for (let said = wordsToPerson(session); said > 0; said -= 1) yield "said"
}
