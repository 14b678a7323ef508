import { type Peer, stepKey, withCalls } from "../peer.ts"

/** One step makes up more than five of the last ten. */
export const crush: Peer = {
  name: "crush",
  origin: "charmbracelet/crush internal/agent/loop_detection.go @37f36e93",
  trips(calls) {
    const acting = withCalls(calls)
    return acting.flatMap((call, index) => {
      const window = acting.slice(Math.max(0, index - 9), index + 1)
      return window.filter((other) => stepKey(other) === stepKey(call)).length > 5 ? [call.event] : []
    })
  },
}
