/** One recorded call as every peer gets it: which calls edit, check or fail is judged once, for all alike. */
export interface PeerCall {
  /** Position of the recorded event. */
  readonly event: number
  readonly turn: number
  /** "" for a turn without a call. */
  readonly tool: string
  /** Canonical JSON of the arguments. */
  readonly call_arguments: string
  readonly command: string
  /** What the model said in the turn. */
  readonly text: string
  readonly output: string
  readonly is_edit: boolean
  readonly is_check: boolean
  readonly failed: boolean
}

/** A detector re-stated: the events at which it would have spoken, nudges and stops alike. Pure. */
export interface Peer {
  readonly name: string
  /** Repository, file and commit that the constants are from. */
  readonly origin: string
  readonly leaves_out?: string | undefined
  trips(calls: readonly PeerCall[]): readonly number[]
}

/** Identity of a call: tool and arguments. */
export function callKey({ tool, call_arguments }: PeerCall): string {
  return `${tool}\n${call_arguments}`
}

/** Identity of a call with what came back. */
export function stepKey(call: PeerCall): string {
  return `${callKey(call)}\n${call.output}`
}

/** The calls without the turns that made none. */
export function withCalls(calls: readonly PeerCall[]): readonly PeerCall[] {
  return calls.filter(({ tool }) => tool !== "")
}

/** Events at which a key has come `count` times in a row; null as a key breaks the row. */
export function repeatedInARow(
  calls: readonly PeerCall[],
  keyOf: (call: PeerCall) => string | null,
  count: number,
): readonly number[] {
  const trips: number[] = []
  let last: string | null = null
  let streak = 0
  for (const call of calls) {
    const key = keyOf(call)
    streak = key !== null && key === last ? streak + 1 : 1
    last = key
    if (key !== null && streak === count) trips.push(call.event)
  }
  return trips
}

/** Events at which the last `length * rounds` keys are one cycle of `length` different ones. */
export function cycles(
  calls: readonly PeerCall[],
  keyOf: (call: PeerCall) => string,
  length: number,
  rounds: number,
): readonly number[] {
  const keys = calls.map(keyOf)
  const size = length * rounds
  return calls.flatMap(({ event }, index) => {
    const window = keys.slice(Math.max(0, index + 1 - size), index + 1)
    if (window.length < size || (length > 1 && new Set(window.slice(0, length)).size === 1)) return []
    return window.every((key, at) => key === window[at % length]) ? [event] : []
  })
}

/** Trips of several rules, in order, each event once. */
export function joined(...trips: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(trips.flat())].toSorted((a, b) => a - b)
}
