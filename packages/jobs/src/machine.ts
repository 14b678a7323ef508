import { createMachine } from "xstate"
import { type JobTable, transitionsOf } from "./table/table.ts"

/**
 * The table as an XState machine, for diagrams, path tests and inspectors. Each state is one node, final when no
 * transition leaves it. Each transition is an event called `<cause>.<next state>`. The table itself drives rows.
 */
export function jobMachine<State extends string>(id: string, table: JobTable<never, State>) {
  const transitions = transitionsOf(table)
  const states = table.states.map((state) => {
    const leaving = transitions.filter(({ from, to }) => from === state && to !== state)
    const on = Object.fromEntries(leaving.map(({ to, by }) => [`${by}.${to}`, to]))
    return [state, leaving.length === 0 ? { type: "final" as const } : { on }] as const
  })
  return createMachine({ id, initial: table.states[0], states: Object.fromEntries(states) })
}
