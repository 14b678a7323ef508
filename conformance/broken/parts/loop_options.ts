import type { AgentLoopOptions, Message, RunResult } from "@proofloop/runtime"

export const shifted =
  (name: "max_iterations" | "max_verify_attempts" | "max_nudges" | "max_verify_unable", by: number) =>
  (options: AgentLoopOptions): AgentLoopOptions => {
    const value = options[name]
    return value === undefined ? options : { ...options, [name]: Math.max(1, value + by) }
  }

/** Messages without the nudges of one kind. */
export const withoutFeedback =
  (kind: string) =>
  (messages: readonly Message[]): readonly Message[] =>
    messages.filter((message) => !("feedback_kind" in message) || message.feedback_kind !== kind)

export const isSuccess = ({ status }: RunResult): boolean => status === "done"
