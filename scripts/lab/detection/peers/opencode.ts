import { callKey, type Peer } from "../peer.ts"

/** The last three calls of one reply are the same. */
export const opencode: Peer = {
  name: "opencode",
  origin: "sst/opencode packages/opencode/src/session/processor.ts @002d9822",
  trips: (calls) =>
    calls.flatMap((call, index) => {
      const last = calls.slice(Math.max(0, index - 2), index + 1)
      const same = last.every((other) => other.turn === call.turn && callKey(other) === callKey(call))
      return call.tool !== "" && last.length === 3 && same ? [call.event] : []
    }),
}
