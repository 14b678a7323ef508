// A route of Next that useChat talks to: each message starts a run, and the run streams back as parts of one answer.
import { resolvePreset } from "@proofloop/presets"
import { createAgentLoop } from "@proofloop/runtime"
import { toUiMessageStream } from "@proofloop/runtime/ai-sdk"
import { workspaceTools } from "@proofloop/stdlib"
import { createUIMessageStreamResponse, isTextUIPart, safeValidateUIMessages } from "ai"
import { brokenProject } from "../../../../../broken_project.ts"
import { repairModel } from "../../../../repair_model.ts"

export async function POST(request: Request): Promise<Response> {
  const { messages } = await request.json()
  const asked = await safeValidateUIMessages({ messages })
  if (!asked.success) return Response.json({ error: asked.error.message }, { status: 400 })
  const task =
    asked.data
      .at(-1)
      ?.parts.filter(isTextUIPart)
      .map(({ text }) => text)
      .join("\n") ?? ""

  const root = await brokenProject() // your checkout of what the task is about
  const loop = createAgentLoop({
    ...resolvePreset("evidence", { loop_until_done: false }),
    model: repairModel(),
    tools: workspaceTools({ root }),
    workspace_root: root,
    verify_completion: { command: "node --test", timeout_ms: 60_000 },
    event_content: true, // the page shows what tools were given
  })
  // Whoever leaves the page aborts the run.
  const run = loop.run(task, { signal: request.signal })
  return createUIMessageStreamResponse({ stream: toUiMessageStream(run) })
}
