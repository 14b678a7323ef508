import {
  type LoopbackModelServer,
  type ScriptedStep,
  startLoopbackModelServer,
} from "@proofloop/runtime/testing"
import { z } from "zod"
import type { RunScenario } from "./scenario.ts"

/** Names each role, so that the server knows who is asked. */
export const ROLES: readonly string[] = [
  ["--model", "worker"],
  ["--planner-model", "planner"],
  ["--reviewer-model", "reviewer"],
  ["--fixer-model", "fixer"],
  ["--critic-model", "critic"],
].flat()

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
})

/**
 * Serves a scenario's models at a loopback address. The first question about the last subtask is not answered in time: `on_last` is
 * called in its place, when what comes before is done.
 */
export function serveModels(
  { subtasks }: Pick<RunScenario, "subtasks">,
  on_last: () => void,
): Promise<LoopbackModelServer> {
  let was_asked = false
  return startLoopbackModelServer({
    script({ body }) {
      const { model, messages } = requestSchema.parse(body)
      const json = (reply: object) => ({ text: JSON.stringify(reply) })
      if (model === "planner") return json(planOf(subtasks))
      if (model === "reviewer") return json({ findings: [] })
      if (model === "fixer") return json({ diagnosis: "Nobody has told what to repair.", edits: [] })
      const asked = JSON.stringify(messages[0]?.content ?? messages)
      const index = subtasks.findIndex(({ title }) => JSON.stringify(messages).includes(title))
      const subtask = subtasks[index]
      if (subtask === undefined || asked === "") return { text: "It is not mine to change." }
      if (index === subtasks.length - 1 && !was_asked) {
        was_asked = true
        on_last()
        return { text: "", delay_ms: 60_000 }
      }
      return stepOf(subtask, messages.filter(({ role }) => role === "assistant").length)
    },
  })
}

function planOf(subtasks: RunScenario["subtasks"]) {
  const planned = subtasks.map(({ title, description, edits }, index) => ({
    id: `T001-S0${index + 1}`,
    title,
    description,
    file_hints: [...new Set(edits.map(({ path }) => path))],
    action: edits.every(({ old_string }) => old_string === "") ? "create" : "modify",
  }))
  const task = { id: "T001", title: "What is worth a change", priority: 1, metric: "code_quality" }
  return { tasks: [{ ...task, description: "What the analysers found.", subtasks: planned }] }
}

/** An edit a turn, then the last words. */
function stepOf({ edits, says }: RunScenario["subtasks"][number], turn: number): ScriptedStep {
  const edit = edits[turn]
  if (edit === undefined) return { text: says }
  const { path, old_string, new_string } = edit
  if (old_string === "") {
    return { tool_calls: [{ name: "write_file", arguments: { path, content: new_string } }] }
  }
  return {
    tool_calls: [{ name: "edit_file", arguments: { path, old_text: old_string, new_text: new_string } }],
  }
}
