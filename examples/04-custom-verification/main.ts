import { runCommand } from "@proofloop/foundation/process"
// Verification of your own: a function. It says pass, fail with evidence, or unable; only a pass is a proof.
import { createAgentLoop, scriptedModel, type Verdict } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import { brokenProject } from "../broken_project.ts"

const root = await brokenProject()

async function verify(): Promise<Verdict> {
  const tests = await runCommand({ command: "npm test", cwd: root, timeout_ms: 60_000 })
  if (tests.spawn_error !== null || tests.exit_code === 127)
    return { status: "unable", reason: "npm is missing" }
  if (tests.exit_code !== 0) return { status: "fail", check_id: "unit tests", evidence: tests.output }
  return { status: "pass", check_id: "unit tests", exit_code: 0, output: tests.output }
}

// A model that claims success first, and does the work only when it is shown that the tests are red.
const model = scriptedModel(({ messages }) => {
  const vetoed = messages.some(
    (message) => message.role === "user" && message.feedback_kind === "verify_completion",
  )
  const edited = messages.some((message) => message.role === "tool" && message.tool_name === "edit_file")
  if (!vetoed || edited) return { text: "All tests pass now." }
  const fix = { path: "sum.js", old_text: "a - b", new_text: "a + b" }
  return { tool_calls: [{ name: "edit_file", arguments: fix }] }
})

const run = createAgentLoop({ model, tools: workspaceTools({ root }), verify_completion: verify }).run(
  "Fix the tests",
)
for await (const event of run.events) {
  if (event.type === "verification_end")
    console.log(`turn ${event.iteration}: ${event.trigger} -> ${event.status}`)
}
const result = await run.result
console.log(result.status, "verified:", result.verified, result.proof)
