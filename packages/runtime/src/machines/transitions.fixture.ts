import { type AnyTransitionDefinition, createActor, getInitialMicrosteps, type StateValue } from "xstate"
import type { RunSnapshot, Walk } from "./walk.fixture.ts"

/** Source, event, target and guard of a transition, in words. */
export function transitionName({ source, eventType, target, guard }: AnyTransitionDefinition): string {
  const named =
    typeof guard === "object" && "type" in guard ? guard.type : typeof guard === "string" ? guard : ""
  const targets = (target ?? []).map(({ id }) => id).join(" ")
  return `${source.id}${eventType === "" ? "" : ` on ${eventType}`} -> ${targets}${named === "" ? "" : ` [${named}]`}`
}

/** Plays one edge of each kind of a walk again, step by step, and notes its transitions and entered states. */
export function takenTransitions(
  { machine, input, edges }: Walk,
  taken: Set<string>,
  entered: Set<string>,
): void {
  const play = (snapshot?: RunSnapshot, event?: Walk["edges"][number]["event"]): void => {
    const actor = createActor(machine, {
      input,
      ...(snapshot === undefined ? {} : { snapshot }),
      inspect: (seen) => {
        if (seen.type !== "@xstate.microstep" || !("value" in seen.snapshot)) return
        for (const id of idsOf(seen.snapshot.value as StateValue, "run")) entered.add(id)
        for (const transition of seen._transitions) {
          taken.add(transitionName(transition))
          for (const { id } of transition.target ?? []) entered.add(id)
        }
      },
    })
    // The effects of a walk reject; the rejection is ignored.
    actor.subscribe({ error: () => undefined })
    actor.start()
    if (event !== undefined) actor.send(event)
    actor.stop()
  }
  play()
  for (const [{ value }] of getInitialMicrosteps(machine, input))
    for (const id of idsOf(value, "run")) entered.add(id)
  const kinds = new Set<string>()
  for (const { state, event, nextState } of edges) {
    const { ending, turn, detector, budgets } = nextState.context.run
    const is_rescued = budgets.rescues > state.context.run.budgets.rescues
    const slots = detector.slots.map((slot) => [slot.class, slot.trips > 0, slot.reverify_owed])
    const after = [nextState.value, ending, turn?.hard_stop, slots, is_rescued]
    const kind = JSON.stringify([state.value, answerOf(event), after])
    if (kinds.has(kind)) continue
    kinds.add(kind)
    play(state, event)
  }
}

/** What tells two events apart: their type, and whether the answer was good. */
function answerOf(event: object): unknown {
  const output: unknown = "output" in event ? event.output : undefined
  if (typeof output !== "object" || output === null) return event
  if ("ok" in output) return output.ok
  return "verdict" in output ? output.verdict : output
}

function idsOf(value: StateValue | undefined, id: string): readonly string[] {
  if (value === undefined) return [id]
  if (typeof value === "string") return [id, `${id}.${value}`]
  return [id, ...Object.entries(value).flatMap(([key, part]) => idsOf(part, `${id}.${key}`))]
}
