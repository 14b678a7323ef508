import { chmod } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import {
  HONEST_PIPES,
  MASKED_RED,
  type MaskedCheck,
  maskedProject,
} from "../../../runtime/src/evidence/masked_checks.fixture.ts"
import { createFold } from "../fold/fold.ts"
import { hostAdapter } from "../hosts/hosts.ts"
import { readFlags } from "./flags.ts"
import { handleInput } from "./handle_input.ts"

/** Whether an agent that edited code may stop, where a person named this check. */
async function letsGo(check: MaskedCheck): Promise<boolean> {
  const cwd = await folderWith(maskedProject(check))
  await chmod(join(cwd, "run_tests.sh"), 0o755)
  const { flags } = readFlags(["claude-code", "--hold", "--verify", check.command])
  if (flags === null) throw new Error("no flags")
  const home = await folderWith()
  const adapter = hostAdapter("claude-code")
  const tell = (event: string, of: object) =>
    handleInput(
      { cwd, session_id: "one", hook_event_name: event, ...of },
      { flags, adapter, home, version: "1", loadFold: () => createFold },
    )
  const tool_input = { file_path: join(cwd, "a.ts"), content: "export const a = 2\n" }
  await tell("PostToolBatch", {
    tool_calls: [{ tool_name: "Write", tool_use_id: "w", tool_input, tool_response: "ok" }],
  })
  return (await tell("Stop", { stop_hook_active: false, background_tasks: [] })) === null
}

// @requirement loop.proof.contradicted
it.each(MASKED_RED)("holds an agent whose red check exits with 0: $name", async (check) => {
  expect(await letsGo(check)).toBe(false)
})

it.each(HONEST_PIPES)("lets an agent go by an honest pipe: $name", async (check) => {
  expect(await letsGo(check)).toBe(true)
})
