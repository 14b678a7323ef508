import { resolvePreset } from "@proofloop/presets"
// The whole loop: a model, tools on a folder, and a command that has to pass before "done" counts.
// With PROOFLOOP_MODEL and PROOFLOOP_BASE_URL set a real model does the work, else a scripted one.
import { createAgentLoop, openAICompatible, scriptedModel } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import { brokenProject } from "../broken_project.ts"

const { PROOFLOOP_MODEL: model, PROOFLOOP_BASE_URL: base_url, OPENAI_API_KEY: api_key } = process.env
const FIX = { path: "sum.js", old_text: "a - b", new_text: "a + b" }
const scripted = scriptedModel([
  { tool_calls: [{ name: "shell", arguments: { command: "npm test" } }] },
  { tool_calls: [{ name: "edit_file", arguments: FIX }] },
  { text: "Fixed: sum subtracted." },
])

const root = await brokenProject()
const loop = createAgentLoop({
  ...resolvePreset("evidence", { loop_until_done: false }),
  model: model && base_url ? openAICompatible({ base_url, model, api_key }) : scripted,
  tools: workspaceTools({ root }),
  workspace_root: root,
  verify_completion: { command: "npm test", timeout_ms: 60_000 },
})
const run = loop.run("Make the failing tests pass")
for await (const event of run.events) console.log(event.iteration, event.type)
const result = await run.result
console.log(result.verified ? result.proof : [result.stop_reason, result.current_failure])
