import { callKey, cycles, joined, type Peer, repeatedInARow, stepKey, withCalls } from "../peer.ts"

/** Equal action, thought and observation four times, an equal failing one three times, three equal messages, or A B three times. */
export const openHands: Peer = {
  name: "OpenHands V1",
  origin: "OpenHands/software-agent-sdk openhands-sdk/.../stuck_detector.py @611629e6",
  leaves_out: "the window of 20 events, which none of these rules outgrows",
  trips(calls) {
    const thought = (call: (typeof calls)[number]): string => `${call.text}\n`
    const acting = withCalls(calls)
    return joined(
      repeatedInARow(calls, (call) => (call.tool === "" ? null : thought(call) + stepKey(call)), 4),
      repeatedInARow(
        calls,
        (call) => (call.tool !== "" && call.failed ? thought(call) + callKey(call) : null),
        3,
      ),
      repeatedInARow(calls, (call) => (call.tool === "" ? call.text : null), 3),
      cycles(acting, (call) => thought(call) + stepKey(call), 2, 3),
    )
  },
}
