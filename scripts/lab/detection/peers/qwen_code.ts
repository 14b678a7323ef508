import { callKey, cycles, joined, type Peer, type PeerCall, repeatedInARow, withCalls } from "../peer.ts"

const READ_LIKE = /read|view|open|cat|ls|list|find|search|grep|glob|get|extract/i

/** All optional rules on; most of them ship off (`skipLoopDetection`). */
export const qwenCode: Peer = {
  name: "qwen-code, all rules",
  origin: "QwenLM/qwen-code packages/core/src/services/loopDetectionService.ts @00aa71b4",
  leaves_out: "chanting text, git overviews, the turn caps and task_list",
  trips(calls) {
    const acting = withCalls(calls)
    return joined(
      repeatedInARow(acting, callKey, 5),
      nthOfAKind(acting, 6),
      cycles(acting, callKey, 2, 3),
      mostlyReading(acting),
      repeatedInARow(acting, ({ tool }) => tool, 8),
      repeatedInARow(calls, ({ text }) => (text === "" ? null : text), 3),
    )
  },
}

/** The same call for the n-th time, anywhere in the run. */
function nthOfAKind(calls: readonly PeerCall[], count: number): readonly number[] {
  const seen = new Map<string, number>()
  return calls.flatMap((call) => {
    const times = (seen.get(callKey(call)) ?? 0) + 1
    seen.set(callKey(call), times)
    return times === count ? [call.event] : []
  })
}

/** Eight of fifteen calls read, once something else than reading was done. */
function mostlyReading(calls: readonly PeerCall[]): readonly number[] {
  const first = calls.findIndex(({ tool }) => !READ_LIKE.test(tool))
  if (first === -1) return []
  return calls.flatMap(({ event }, index) => {
    const window = calls.slice(Math.max(first, index - 14), index + 1)
    return window.length === 15 && window.filter(({ tool }) => READ_LIKE.test(tool)).length >= 8
      ? [event]
      : []
  })
}
