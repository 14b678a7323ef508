import type { Message } from "@proofloop/runtime"
import { courseOf, firstOf, type Invariant } from "./invariant.ts"

export const everyCallIsAnswered: Invariant = {
  name: "every call of the transcript is answered once, in order",
  difference: ({ lives }) =>
    firstOf(lives, ({ number, result }) => {
      const problem = result === null ? null : unanswered(result.transcript)
      return problem === null ? null : `life ${number}: ${problem}`
    }),
}

function unanswered(transcript: readonly Message[]): string | null {
  let waiting: readonly string[] = []
  for (const [index, message] of transcript.entries()) {
    if (message.role === "tool") {
      const [next, ...rest] = waiting
      if (next !== message.tool_call_id)
        return `message ${index} answers ${message.tool_call_id}, not ${next}`
      waiting = rest
    } else if (waiting.length > 0) return `message ${index} comes before the answer to ${waiting.join(", ")}`
    if (message.role === "assistant") waiting = (message.tool_calls ?? []).map(({ id }) => id ?? "")
  }
  return waiting.length > 0 ? `no answer to ${waiting.join(", ")}` : null
}

export const usageAddsUp: Invariant = {
  name: "usage is the sum of what the events say",
  difference: (chain) => {
    const { result, lives } = chain
    if (
      result === null ||
      result.status === "aborted" ||
      lives.some(({ cut }) => cut?.kind === "journal_failure")
    )
      return null
    const course = courseOf(chain)
    const ends = course.flatMap((event) => (event.type === "model_call_end" ? [event] : []))
    const tokens = ends.reduce(
      (sum, { usage }) => sum + (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
      0,
    )
    const { input_tokens, output_tokens, model_calls } = result.usage
    if (input_tokens + output_tokens !== tokens)
      return `the events sum up to ${tokens} tokens, the result to ${input_tokens + output_tokens}`
    const calls = course.filter(({ type }) => type === "model_call_start").length
    return calls === model_calls ? null : `${calls} model calls in the events, ${model_calls} in the result`
  },
}
