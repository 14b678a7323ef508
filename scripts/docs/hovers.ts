import { root } from "../setup.mjs"
import { type Hover, startLanguageServer } from "./language_server.ts"

/** A small host; twelve of its options are asked for. */
const HOST = `import { createAgentLoop } from "@proofloop/runtime"
import { createDetector } from "@proofloop/runtime/detector"
import { resolvePreset } from "@proofloop/presets"
import { workspaceTools } from "@proofloop/stdlib"

createDetector({ stall_diagnostics: { weak_pass: "keep" }, checks: ["npm test"] })
resolvePreset("evidence", { max_nudges: 4, stall_diagnostics: { repeat_same_error: 4 } })
const loop = createAgentLoop({
  model: async () => ({ text: "done", tool_calls: [] }),
  tools: workspaceTools({ root: ".", shell: { timeout_ms: 60_000 } }),
  require_successful_tools: ["run_tests"],
  iteration_budget: { mode: "adaptive", extend_by: 4 },
  verify_completion: { command: "npm test", timeout_ms: 60_000 },
  stall_diagnostics: { repair_aware: true, hint_trips: "nudge", progress_signal: () => 1 },
})
const { stop_reason, proof, current_failure, suspected_loop } = await loop.run("Mend the test").result
console.log(stop_reason, proof?.write_epoch, current_failure?.signature, suspected_loop)
`

/** The options, by what stands around them in the host. */
const OPTIONS = [
  "{ weak_pass",
  "{ max_nudges",
  "{ repeat_same_error",
  "  tools",
  "{ timeout_ms",
  "  require_successful_tools",
  "  iteration_budget",
  ", extend_by",
  "  verify_completion",
  "{ repair_aware",
  ", hint_trips",
  ", progress_signal",
]

/** What the host reads of a result. */
const FIELDS = [
  "{ stop_reason",
  ", proof",
  ", current_failure",
  ", suspected_loop",
  "?.write_epoch",
  "?.signature",
]

interface ShownHover extends Hover {
  /** The option or field that is hovered over. */
  readonly name: string
}

/** What an editor shows on each option and field, in order. */
export async function shownHovers(): Promise<{
  readonly options: readonly ShownHover[]
  readonly fields: readonly ShownHover[]
}> {
  const file = `${root}/examples/host_of_hover.ts`
  const server = await startLanguageServer({ [file]: HOST })
  const show = async (text: string): Promise<ShownHover> => {
    const before = HOST.slice(0, HOST.indexOf(text) + text.length - 1).split("\n")
    const place = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
    return { name: /\w+$/.exec(text)?.[0] ?? text, ...(await server.hover(file, place)) }
  }
  try {
    return { options: await inTurn(OPTIONS, show), fields: await inTurn(FIELDS, show) }
  } finally {
    server.close()
  }
}

async function inTurn<T, R>(all: readonly T[], answer: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (const one of all) answers.push(await answer(one))
  return answers
}
