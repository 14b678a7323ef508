import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import type { RunResult } from "../protocol/result.ts"
import { createAgentLoop } from "./create_agent_loop.ts"

const TOOL = { description: "", input_schema: { type: "object" as const } }

/** A run whose first turn makes these calls; `check` is what its check does to `value.txt`, by the number of the run. */
async function runOf(
  names: readonly string[],
  check: (nth: number) => string | undefined,
): Promise<RunResult> {
  const root = await repositoryWith({ "value.txt": "wrong\n" })
  const write = (text: string) => writeFile(join(root, "value.txt"), text)
  let ran = 0
  const replies = [{ text: "", tool_calls: names.map((name) => ({ name, arguments: {} })) }]
  const loop = createAgentLoop({
    model: async () => replies.shift() ?? { text: "Done.", tool_calls: [] },
    stall_diagnostics: { repair_aware: true },
    workspace_root: root,
    tools: [
      {
        ...TOOL,
        name: "edit",
        annotations: { kind: "edit" },
        execute: () => write("right\n").then(() => "edited"),
      },
      { ...TOOL, name: "note", execute: () => "noted" },
      {
        ...TOOL,
        name: "run_test",
        annotations: { evidence_role: "verification", idempotent: true },
        execute: async () => {
          ran += 1
          const text = check(ran)
          if (text !== undefined) await write(text)
          return { ok: true }
        },
      },
    ],
  })
  return loop.run("Do the task.").result
}

// @requirement proof.workspace
test("a check in one turn with an edit proves what it began and ended on", async () => {
  expect(await runOf(["edit", "run_test"], () => undefined)).toMatchObject({ verified: true })
})

test("a check in one turn with an edit proves nothing if the files changed while it ran", async () => {
  expect(await runOf(["edit", "run_test"], () => "wrong\n")).toMatchObject({
    verified: false,
    stop_detail: expect.stringContaining("it is not known which files the check saw"),
  })
})

test("only the last check of a turn has to have seen what is there in the end", async () => {
  const first = (nth: number) => (nth === 1 ? "right\n" : undefined)
  expect(await runOf(["run_test", "note", "run_test"], first)).toMatchObject({ verified: true })
})
