import type { Model } from "@proofloop/runtime"
import type { Plan } from "@proofloop/stdlib"
import type { WeakWorkerScript } from "./rung.ts"

/** A model that makes the recorded mistakes of weak ones, each once, and then does what it was told. */
export interface WeakWorker {
  readonly model: Model
  /** The plan as it stands: which subtask is asked about is told by it, not by the words of a prompt. */
  readonly watch: (plan: Plan) => void
}

export function weakWorker({ replies }: WeakWorkerScript): WeakWorker {
  const asked = new Map<string, number>()
  let hint = ""
  const model: Model = async () => {
    const list = Object.hasOwn(replies, hint) ? (replies[hint] ?? []) : []
    const count = asked.get(hint) ?? 0
    asked.set(hint, count + 1)
    const reply = list[Math.min(count, list.length - 1)] ?? { patches: [] }
    return { text: JSON.stringify(reply), tool_calls: [] }
  }
  return {
    model: Object.assign(model, { model_name: "weak-worker", provider: "scripted" }),
    watch(plan) {
      const subtasks = plan.tasks.flatMap((task) => task.subtasks)
      hint = subtasks.find(({ status }) => status === "in_progress")?.file_hints[0] ?? ""
    },
  }
}
