import { callKey, joined, type Peer, type PeerCall, stepKey, withCalls } from "../peer.ts"

/** Ten same calls among the last thirty, or ten alternations of two. Ships off. */
export const openclaw: Peer = {
  name: "openclaw, if enabled",
  origin: "openclaw/openclaw src/agents/tool-loop-detection.ts @00655306",
  leaves_out: "tools that do not exist, and the keys stripped from results a tool at a time",
  trips(calls) {
    const acting = withCalls(calls)
    return joined(
      acting.flatMap((call, index) => {
        const window = acting.slice(Math.max(0, index - 29), index + 1)
        return window.filter((other) => callKey(other) === callKey(call)).length === 10 ? [call.event] : []
      }),
      acting.flatMap(({ event }, index) => (alternations(acting, index) === 10 ? [event] : [])),
    )
  },
}

/** How many steps up to `index` alternate between two. */
function alternations(calls: readonly PeerCall[], index: number): number {
  const key = (at: number): string | null => {
    const call = calls[at]
    return call === undefined ? null : stepKey(call)
  }
  if (key(index) === key(index - 1)) return 0
  let count = 1
  while (count <= index && key(index - count) === key(index - (count % 2))) count += 1
  return count
}
