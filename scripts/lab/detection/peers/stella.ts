import {
  callKey,
  cycles,
  joined,
  type Peer,
  type PeerCall,
  repeatedInARow,
  stepKey,
  withCalls,
} from "../peer.ts"

const WINDOW = 20

/** The same step three times, in a row or with others between; a cycle of two to four, three times; six equal outputs. */
export const stella: Peer = {
  name: "stella",
  origin: "macanderson/stella crates/stella-core/src/loop_detect.rs @57df8931",
  leaves_out: "the tally footer it strips from outputs; the window of its interleaved rule is taken as 20",
  trips(calls) {
    const acting = withCalls(calls)
    return joined(
      repeatedInARow(acting, stepKey, 3),
      ...[2, 3, 4].map((length) => cycles(acting, stepKey, length, 3)),
      repeatedInARow(acting, ({ tool, output }) => (output === "" ? null : `${tool}\n${output}`), 6),
      interleaved(acting),
    )
  },
}

function interleaved(calls: readonly PeerCall[]): readonly number[] {
  return calls.flatMap((call, index) => {
    const window = calls.slice(Math.max(0, index + 1 - WINDOW), index + 1)
    const same = window.filter((other) => callKey(other) === callKey(call) && other.output === call.output)
    return same.length === 3 ? [call.event] : []
  })
}
