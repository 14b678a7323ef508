import { callKey, joined, type Peer, repeatedInARow, withCalls } from "../peer.ts"

const ORIGIN =
  "cline/cline sdk/packages/core/src/runtime/safety/{loop-detection,mistake-tracker}.ts @21cb8d25"

/** Three identical calls in a row, or six failing ones. */
export const clineSoft: Peer = { name: "cline, soft 3", origin: ORIGIN, trips: (calls) => tripsAt(calls, 3) }

/** Five identical calls in a row, or six failing ones. */
export const clineHard: Peer = { name: "cline, hard 5", origin: ORIGIN, trips: (calls) => tripsAt(calls, 5) }

function tripsAt(calls: Parameters<Peer["trips"]>[0], count: number): readonly number[] {
  const acting = withCalls(calls)
  return joined(
    repeatedInARow(acting, callKey, count),
    repeatedInARow(acting, ({ failed }) => (failed ? "mistake" : null), 6),
  )
}
