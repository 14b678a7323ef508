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

/** A failing check, an edit that mends it and is verified at once, then whatever `between` calls, and the end. */
async function verifiedTwice(
  options: (root: string) => Partial<AgentLoopOptions>,
  { between = [], step }: { readonly between?: readonly ModelReply[]; readonly step?: Step } = {},
) {
  const root = await repositoryWith({ "value.txt": "wrong\n" })
  const mend = async (): Promise<string> => {
    await writeFile(join(root, "value.txt"), "right\n")
    return "mended"
  }
  const tool = { description: "", input_schema: { type: "object" as const } }
  const left = [calling("run_test"), calling("mend"), ...between, DONE]
  const loop = createAgentLoop({
    model: async () => left.shift() ?? DONE,
    stall_diagnostics: { repair_aware: true },
    workspace_root: root,
    tools: [
      {
        ...tool,
        name: "run_test",
        annotations: { evidence_role: "verification" },
        execute: async () => ({ ok: (await readFile(join(root, "value.txt"), "utf8")) === "right\n" }),
      },
      { ...tool, name: "mend", annotations: { kind: "edit" }, execute: mend },
      { ...tool, name: "unknown", execute: () => "who knows" },
      { ...tool, name: "look", annotations: { kind: "read", read_only: true }, execute: () => "page" },
    ],
    ...(step === undefined ? {} : { step }),
    ...options(root),
  })
  const run = loop.run("Do the task.")
  const decisions: unknown[] = []
  for await (const event of run.events) {
    if (event.type === "judge_decision") decisions.push([event.trigger, event.verdict, event.reused === true])
  }
  const ran = await readFile(join(root, ".git", "ran"), "utf8").catch(() => "")
  return { result: await run.result, decisions, ran: ran.split("ran").length - 1 }
}

const calling = (name: string): ModelReply => ({ text: "", tool_calls: [{ name, arguments: {} }] })
const counted = () => ({ verify_completion: { command: "echo ran >> .git/ran; grep right value.txt" } })

// @requirement proof.reused
test("a command that passed on these very files does not run again, and its proof stands", async () => {
  for (const between of [[], [calling("look")]]) {
    const { result, decisions, ran } = await verifiedTwice(counted, { between })
    expect(decisions).toEqual([
      ["post_edit_reverify", "accept", false],
      ["natural", "accept", true],
    ])
    expect(ran).toBe(1)
    expect(result).toMatchObject({ status: "done", verified: true, proof: { source: "command", turn: 2 } })
  }
})

test("after a write, a call that may have written, or a change from outside it runs again", async () => {
  const written = await verifiedTwice(counted, { between: [calling("mend")] })
  expect([written.ran, written.result.verified]).toEqual([2, true])
  const unknown = await verifiedTwice(counted, { between: [calling("unknown")] })
  expect([unknown.ran, unknown.result.verified]).toEqual([2, true])
  let root = ""
  const step = meanwhile(/turn:3\/model/, () => writeFile(join(root, "value.txt"), "wrong\n"))
  const outside = await verifiedTwice(
    (given) => {
      root = given
      return { ...counted(), max_verify_attempts: 1 }
    },
    { step },
  )
  expect(outside.decisions.slice(0, 2)).toEqual([
    ["post_edit_reverify", "accept", false],
    ["natural", "continue", false],
  ])
  expect(outside.result.verified).toBe(false)
})

test("a verifier function is asked each time: it is told more than files", async () => {
  const { decisions } = await verifiedTwice(() => ({ verify_completion: () => true }))
  expect(decisions).toEqual([
    ["post_edit_reverify", "accept", false],
    ["natural", "accept", false],
  ])
})

test("without a work tree a proof is about what the check says alone", async () => {
  const result = await run("/no/such/folder", { verify_completion: () => true })
  expect(result.verified).toBe(true)
  expect(result.proof).not.toHaveProperty("workspace_sha256")
})
