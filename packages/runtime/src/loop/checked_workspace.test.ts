import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import type { ModelReply } from "../protocol/model.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import type { AgentLoopOptions } from "./options.ts"
import type { Step } from "./step.ts"

const repository = (): Promise<string> => repositoryWith({ "value.txt": "right\n", "check.txt": "" })

const DONE: ModelReply = { text: "Done.", tool_calls: [] }

function run(
  workspace_root: string,
  options: Partial<AgentLoopOptions>,
  replies: readonly ModelReply[] = [DONE],
) {
  const left = [...replies]
  const loop = createAgentLoop({
    model: async () => left.shift() ?? DONE,
    stall_diagnostics: { repair_aware: true },
    workspace_root,
    ...options,
  })
  return loop.run("Do the task.").result
}

/** Something beside the run that works on the files as soon as an effect has ended. */
function meanwhile(when: RegExp, change: () => Promise<void>): Step {
  return async (key, effect) => {
    const value = await effect()
    if (when.test(key)) await change()
    return value
  }
}

// @requirement proof.workspace
test("a proof names the files that the check saw", async () => {
  const root = await repository()
  const check = { command: "grep right value.txt" }
  const [one, same] = [
    await run(root, { verify_completion: check }),
    await run(root, { verify_completion: check }),
  ]
  expect(one).toMatchObject({
    verified: true,
    proof: { workspace_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(same.proof?.workspace_sha256).toBe(one.proof?.workspace_sha256)
})

test("files that somebody changes after the check has passed are not verified", async () => {
  const root = await repository()
  const step = meanwhile(/verify/, () => writeFile(join(root, "value.txt"), "wrong\n"))
  for (const verify_completion of [{ command: "grep right value.txt" }, () => true] as const) {
    await writeFile(join(root, "value.txt"), "right\n")
    const result = await run(root, { verify_completion, step })
    expect(result).toMatchObject({
      status: "done",
      verified: false,
      proof: null,
      stop_detail: "the files changed after the check had passed",
    })
  }
})

test("so is what a tool checked, also when only the next answer of the model gives the time", async () => {
  const root = await repository()
  const tool = {
    name: "run_test",
    description: "Runs the tests.",
    input_schema: { type: "object" as const },
    annotations: { evidence_role: "verification" as const },
    execute: async () => ({ ok: true, output: await readFile(join(root, "value.txt"), "utf8") }),
  }
  const replies = [{ text: "", tool_calls: [{ name: "run_test", arguments: {} }] }, DONE]
  expect(await run(root, { tools: [tool] }, replies)).toMatchObject({ verified: true })
  const step = meanwhile(/turn:2\/model/, () => writeFile(join(root, "value.txt"), "wrong\n"))
  expect(await run(root, { tools: [tool], step }, replies)).toMatchObject({ verified: false, proof: null })
})

test("a check that changes the files runs once more, and then proves nothing", async () => {
  const root = await repository()
  const settles = await run(root, { verify_completion: { command: "echo checked > value.txt" } })
  expect(settles).toMatchObject({ status: "done", verified: true })
  const never = await run(root, { verify_completion: { command: "echo again >> check.txt" } })
  expect(never).toMatchObject({
    status: "completion_unverified",
    stop_reason: "verifier_unable",
    verified: false,
  })
  expect((await readFile(join(root, "check.txt"), "utf8")).split("again")).toHaveLength(2 * 3 + 1)
})

test("without a work tree a proof is about what the check says alone", async () => {
  const result = await run("/no/such/folder", { verify_completion: () => true })
  expect(result.verified).toBe(true)
  expect(result.proof).not.toHaveProperty("workspace_sha256")
})
