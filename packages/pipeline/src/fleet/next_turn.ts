export interface Lane {
  readonly url: string
  /** Turns at a time. */
  readonly cap: number
  readonly active: number
  /** The number of its last turn among the turns of all; 0: it had none. Times would tie. */
  readonly last_turn: number
  /** Why no turn of it may begin, such as a spent budget. */
  readonly is_held: boolean
}

export interface Waiting {
  readonly id: string
  readonly url: string
  /** Not before, in milliseconds. */
  readonly due_at: number
  /** It has begun: what is open is finished before something new is begun. */
  readonly has_begun: boolean
  readonly order: number
}

/**
 * The run that gets the next turn; null: none may have one now. It prefers runs that have begun, then the repository
 * whose last turn is oldest, then the run due longest, then arrival. So a repository waits for at most one turn of each
 * other one.
 */
export function nextTurn(
  waiting: Iterable<Waiting>,
  lanes: ReadonlyMap<string, Lane>,
  now: number,
): Waiting | null {
  let best: { readonly run: Waiting; readonly lane: Lane } | null = null
  for (const run of waiting) {
    const lane = lanes.get(run.url)
    if (run.due_at > now || lane === undefined || lane.is_held || lane.active >= lane.cap) continue
    const found = { run, lane }
    if (best === null || comesBefore(found, best)) best = found
  }
  return best?.run ?? null
}

function comesBefore(
  one: { readonly run: Waiting; readonly lane: Lane },
  other: { readonly run: Waiting; readonly lane: Lane },
): boolean {
  if (one.run.has_begun !== other.run.has_begun) return one.run.has_begun
  if (one.lane.last_turn !== other.lane.last_turn) return one.lane.last_turn < other.lane.last_turn
  if (one.run.due_at !== other.run.due_at) return one.run.due_at < other.run.due_at
  return one.run.order < other.run.order
}
