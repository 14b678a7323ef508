/** Where a step may lead, by the states whose rows may need it. Staying is always allowed; failing where the state can. */
export interface StepRule<Row, State extends string> {
  /** The states in which a row may need it, each with the states it may lead to. */
  readonly from: { readonly [From in State]?: readonly State[] }
  /** Whether a row in one of these states needs it. Default: always. */
  readonly isDue?: (row: Row) => boolean
}

/**
 * A job as data: the due steps of each state, and where each step and each decision of a person may lead. The store's
 * transitions, the machine, the diagram and the property tests derive from it.
 */
export interface JobTable<
  Row = never,
  State extends string = string,
  Step extends string = string,
  Decision extends string = string,
> {
  /** The first one is where a row begins. */
  readonly states: readonly State[]
  /** In their order: the first due step of a state is taken. */
  readonly steps: Readonly<Record<Step, StepRule<Row, State>>>
  readonly decisions: Readonly<Record<Decision, { readonly [From in State]?: readonly State[] }>>
  /** The states in which a step may fail for good: a row goes to `failed`, and a retry brings it back to where it failed. */
  readonly failing: readonly State[]
}

/** The state of rows that failed, in every table. */
export const FAILED = "failed"

/** The id of a person's decision to retry a failed row. */
const RETRY = "retry"

/** One way from a state to another, with its cause: a step, a decision, `fail` or `retry`. */
export interface Transition<State extends string = string> {
  readonly from: State
  readonly to: State
  /** What causes it: the name of a step or decision, "fail" or "retry". */
  readonly by: string
}

/** Every transition of a table, once for each cause, in the order of its states. */
export function transitionsOf<State extends string>({
  states,
  steps,
  decisions,
  failing,
}: JobTable<never, State>): readonly Transition<State>[] {
  const rules = [
    ...Object.entries(steps).map(([by, { from }]) => ({ by, from })),
    ...Object.entries(decisions).map(([by, from]) => ({ by, from })),
  ]
  const failed = states.find((state) => state === FAILED)
  return states.flatMap((from) => {
    const led = rules.flatMap(({ by, from: rule }) => (rule[from] ?? []).map((to) => ({ from, to, by })))
    if (failed === undefined) return led
    const fails = failing.includes(from) ? [{ from, to: failed, by: "fail" }] : []
    const retried = from === failed ? failing.map((to) => ({ from, to, by: RETRY })) : []
    return [...retried, ...led, ...fails]
  })
}

/** The states that each state may be followed by, in the order of the table's states. */
export function followers<State extends string>(
  table: JobTable<never, State>,
): Readonly<Record<State, readonly State[]>> {
  const transitions = transitionsOf(table)
  const entries = table.states.map((from) => {
    const next = new Set(transitions.filter((one) => one.from === from).map(({ to }) => to))
    return [from, table.states.filter((state) => next.has(state))] as const
  })
  return Object.fromEntries(entries) as unknown as Readonly<Record<State, readonly State[]>>
}

/**
 * The step a row needs next, from its state and products; null when only a person or a later look can move it. Pure:
 * after a crash the row leads to the same step.
 */
export function dueStep<
  Row extends {
    readonly state: string
  },
  Step extends string,
>({ steps }: JobTable<Row, string, Step>, row: Row): Step | null {
  const names = Object.keys(steps) as Step[]
  const isNext = (name: Step) => {
    const { from, isDue } = steps[name]
    return from[row.state] !== undefined && (isDue?.(row) ?? true)
  }
  return names.find(isNext) ?? null
}

/** Whether a step may bring a row from one state to another. */
export function leadsTo(table: JobTable<never>, step: string, from: string, to: string): boolean {
  if (to === from) return true
  if (to === FAILED) return table.failing.includes(from)
  return table.steps[step]?.from[from]?.includes(to) ?? false
}
