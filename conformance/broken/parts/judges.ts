import type { AgentLoopOptions } from "@proofloop/runtime"

/** The options with a judge set otherwise, where there is one. */
export const withJudge =
  (name: Judge, change: (judge: Record<string, unknown>) => unknown) =>
  (options: AgentLoopOptions): AgentLoopOptions => {
    const judge: unknown = options[name]
    return typeof judge === "object" && judge !== null
      ? { ...options, [name]: change(judge as Record<string, unknown>) }
      : options
  }

/** The options with every reply of judges' models changed. */
export const withJudgement =
  (change: (text: string) => string) =>
  (options: AgentLoopOptions): AgentLoopOptions => {
    const changed = (judge: Record<string, unknown>): unknown => {
      const { model } = judge
      if (typeof model !== "function") return judge
      const ask = async (...given: readonly unknown[]): Promise<unknown> => {
        const reply = (await model(...given)) as { readonly text: string }
        return { ...reply, text: change(reply.text) }
      }
      return { ...judge, model: ask }
    }
    return withJudge("done_judge", changed)(withJudge("verify_completion_judge", changed)(options))
  }

export type Judge = "done_judge" | "verify_completion_judge"
