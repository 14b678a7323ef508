// Begins a run of the loop of the tests and hangs in its second model call, until it is killed.
import { scriptedModel } from "../../models/scripted.ts"
import type { Model } from "../../protocol/model.ts"
import { virtualClock } from "../../testing/virtual_clock.ts"
import { createAgentLoop } from "../create_agent_loop.ts"
import { FAILURE, repairTools } from "../loop.fixture.ts"

const scripted = scriptedModel([{ tool_calls: [{ name: "run_test", arguments: {} }] }], {
  turn_from: "transcript",
})
const model: Model = (request, call) => {
  if (!request.messages.some(({ role }) => role === "assistant")) return scripted(request, call)
  process.stdout.write("hangs\n")
  setInterval(() => undefined, 1000)
  return new Promise(() => undefined)
}
createAgentLoop({
  model,
  tools: repairTools([{ ok: false, error: FAILURE }, "12 passed"]),
  clock: virtualClock(),
  final_wrapup: false,
  stall_diagnostics: { repair_aware: true },
}).run("fix it", { journal: process.argv[2] ?? "" })
