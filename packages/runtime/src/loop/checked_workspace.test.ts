import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { describe, expect, test } from "vitest"
import { addFiles, folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { scriptedModel } from "../models/scripted.ts"
import type { ModelReply } from "../protocol/model.ts"
import { memoryJournal } from "../testing/memory_journal.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import { calls } from "./loop.fixture.ts"
import type { AgentLoopOptions } from "./options.ts"
import type { Step } from "./step.ts"

const repository = (): Promise<string> => repositoryWith({ "value.txt": "right\n", "check.txt": "" })

const DONE: ModelReply = { text: "Done.", tool_calls: [] }

function run(
  workspace_root: string | undefined,
  options: Partial<AgentLoopOptions>,
  replies: readonly ModelReply[] = [DONE],
) {
  const left = [...replies]
  const loop = createAgentLoop({
    model: async () => left.shift() ?? DONE,
    stall_diagnostics: { repair_aware: true },
    ...(workspace_root === undefined ? {} : { workspace_root }),
    ...options,
  })
  return loop.run("Do the task.").result
}

/** A tool that is a check: what `execute` does, and a pass. */
function checkOf(execute: () => Promise<unknown>) {
  return {
    name: "run_test",
    description: "Runs the tests.",
    input_schema: { type: "object" as const },
    annotations: { evidence_role: "verification" as const, idempotent: true },
    execute: async () => (await execute()) ?? { ok: true },
  }
}

/** Changes the files from outside the run as soon as an effect has ended. */
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
      {
        ...tool,
        name: "shell",
        annotations: { kind: "execute", evidence_role: "observation" },
        execute: () => ({ ok: true, mutation_status: "unchanged" as const }),
      },
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
  // What it did to ignored files, to installed packages for instance, is in no digest.
  const command = await verifiedTwice(counted, { between: [calling("shell")] })
  expect([command.ran, command.result.verified]).toEqual([2, true])
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
  const result = await run(undefined, { verify_completion: () => true })
  expect(result.verified).toBe(true)
  expect(result.proof).not.toHaveProperty("workspace_sha256")
})

// @requirement proof.unread
test("a pass on files of a known work tree that cannot be read is no proof, and says why", async () => {
  const reason = expect.stringMatching(/cannot be read: .*no such file/)
  const asked = await run("/no/such/folder", { verify_completion: () => true })
  expect(asked).toMatchObject({ stop_reason: "verifier_unable", verified: false, proof: null })
  expect(asked.stop_detail).toEqual(reason)
  const tools = [checkOf(async () => "3 tests passed")]
  expect(await run("/no/such/folder", { tools }, [calling("run_test"), DONE])).toMatchObject({
    verified: false,
    proof: null,
    stop_detail: reason,
  })
})

test("a root that is made during the run is read once it is there", async () => {
  const root = join(await folderWith(), "made")
  const make = { ...checkOf(() => mkdir(root)), name: "make", annotations: { kind: "execute" } }
  const verify_completion = { command: "true", cwd: root }
  const made = await run(root, { tools: [make], verify_completion }, [calling("make"), DONE])
  expect(made).toMatchObject({ verified: true, proof: { workspace_sha256: expect.any(String) } })
})

test("a check that a tool ran while the files changed proves nothing", async () => {
  const root = await repository()
  const tools = [checkOf(() => writeFile(join(root, "value.txt"), "wrong\n"))]
  expect(await run(root, { tools }, [calling("run_test"), DONE])).toMatchObject({
    verified: false,
    proof: null,
    stop_detail: expect.stringContaining("it is not known which files the check saw"),
  })
})

test("files that changed are named", async () => {
  const root = await repository()
  const result = await run(root, { verify_completion: { command: "date +%N >> check.txt" } })
  expect(result.stop_detail).toContain('about neither state: "check.txt"')
})

// @requirement proof.root
test("another folder in the place of the root voids the proof, whatever it holds", async () => {
  const root = await repository()
  const step = meanwhile(/verify/, async () => {
    await rename(root, `${root}-away`)
    await cp(`${root}-away`, root, { recursive: true })
    await rm(`${root}-away`, { recursive: true })
  })
  expect(await run(root, { verify_completion: { command: "true" }, step })).toMatchObject({
    verified: false,
    proof: null,
    stop_detail: expect.stringContaining("is no longer the folder that it was when the run began"),
  })
})

/** A run that writes a file which git ignores, then is verified. */
async function ignoredWrite(tell: boolean, change: (root: string) => Promise<void>) {
  const root = await repositoryWith({ ".gitignore": "out/\n", "value.txt": "right\n" })
  const write = async (): Promise<object> => {
    await addFiles(root, { "out/a.js": "1" })
    return { ok: true, mutation_status: "applied", ...(tell ? { file_hashes: { "out/a.js": "x" } } : {}) }
  }
  const tools = [{ ...checkOf(write), name: "edit", annotations: { kind: "edit" } }]
  const step = meanwhile(/verify/, () => change(root))
  return run(root, { tools, step, verify_completion: { command: "true" } }, [calling("edit"), DONE])
}

// @requirement proof.files
test("what a tool wrote counts, also where it is ignored", async () => {
  const change = (root: string) => writeFile(join(root, "out/a.js"), "2")
  expect(await ignoredWrite(true, change)).toMatchObject({ verified: false, proof: null })
  expect(await ignoredWrite(false, change)).toMatchObject({ verified: true })
})

test("rules that come later hide no change", async () => {
  const hide = async (root: string): Promise<void> => {
    await writeFile(join(root, ".git/info/exclude"), "new.js\n")
    await writeFile(join(root, "new.js"), "")
  }
  expect(await ignoredWrite(false, hide)).toMatchObject({ verified: false, proof: null })
})

test("what the run itself writes into its work tree is no change", async () => {
  const root = await repository()
  const files = { trace: join(root, "run.trace.jsonl") }
  const loop = createAgentLoop({
    ...files,
    model: async () => DONE,
    workspace_root: root,
    verify_completion: { command: "true" },
  })
  const { result } = loop.run("Do the task.", { journal: join(root, "run.journal.jsonl") })
  expect((await result).verified).toBe(true)
})

// @requirement proof.resumed
test("a run that ended is verified again for the files it was proved on alone", async () => {
  const root = await repository()
  const loop = createAgentLoop({
    model: async () => DONE,
    workspace_root: root,
    verify_completion: { command: "true" },
    stall_diagnostics: { repair_aware: true },
  })
  const journal = memoryJournal()
  const resumed = async () => (await loop.resume(journal)).result
  expect(await loop.run("Do the task.", { journal }).result).toMatchObject({ verified: true })
  expect(await resumed()).toMatchObject({ status: "done", verified: true })
  await writeFile(join(root, "value.txt"), "wrong\n")
  expect(await resumed()).toMatchObject({ verified: false, proof: null })
  await writeFile(join(root, "value.txt"), "right\n")
  expect(await resumed()).toMatchObject({ verified: true })
})

describe("a run that was suspended after its check", () => {
  /** A tool's check passes, the run is suspended, `change` happens, and the run goes on to its end. */
  async function resumed(
    change: (root: string) => Promise<unknown>,
    options: Partial<AgentLoopOptions> = {},
  ) {
    const root = await repository()
    await addFiles(root, { "new.txt": "1" })
    const journal = memoryJournal()
    const tools = [checkOf(async () => "3 tests passed")]
    const loop = () =>
      createAgentLoop({
        model: scriptedModel([calls("run_test"), { text: "Done." }], { turn_from: "transcript" }),
        tools,
        workspace_root: root,
        stall_diagnostics: { repair_aware: true },
        ...options,
      })
    const first = loop().run("Do the task.", { journal })
    for await (const event of first.events) if (event.type === "tool_call_start") first.suspend()
    expect((await first.result).status).toBe("suspended")
    await change(root)
    return (await loop().resume(journal)).result
  }

  // @requirement proof.resumed
  test("is verified when the files are as they were, and is not when one changed", async () => {
    expect(await resumed(async () => undefined)).toMatchObject({ status: "done", verified: true })
    expect(await resumed((root) => writeFile(join(root, "value.txt"), "wrong\n"))).toMatchObject({
      verified: false,
      proof: null,
      stop_detail: "the files changed after the check had passed",
    })
  })

  test("is checked again where a command can", async () => {
    const verify_completion = { command: "grep right value.txt" }
    const wrong = (root: string) => writeFile(join(root, "value.txt"), "wrong\n")
    expect(await resumed(wrong, { verify_completion, max_verify_attempts: 1 })).toMatchObject({
      verified: false,
    })
    const other = (root: string) => writeFile(join(root, "check.txt"), "other\n")
    expect(await resumed(other, { verify_completion })).toMatchObject({
      verified: true,
      proof: { source: "command" },
    })
  })

  test("knows its files by the rules of its start", async () => {
    const hidden = (root: string) => addFiles(root, { "sub/.gitignore": "*\n", "sub/conftest.py": "" })
    expect(await resumed(hidden)).toMatchObject({ verified: false, proof: null })
    const rules = (root: string) => addFiles(root, { ".git/info/exclude": "new.txt\n" })
    expect(await resumed(rules)).toMatchObject({ verified: true })
    const untracked = (root: string) => requireGit(root, ["rm", "--cached", "--quiet", "check.txt"])
    expect(await resumed(untracked)).toMatchObject({ verified: true })
  })
})
