import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { isRunning, runCommand } from "@proofloop/foundation/process"
import { describe, expect, onTestFinished, test } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { inOwnSession } from "../../../foundation/src/process/own_session.fixture.ts"
import { scriptedModel } from "../models/scripted.ts"
import type { Tool } from "../protocol/executable_tool.ts"
import { memoryJournal } from "../testing/memory_journal.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import { calls } from "./loop.fixture.ts"
import type { AgentLoopOptions } from "./options.ts"

/** A call that leaves a process behind, which puts the wrong value back as soon as the check has begun. */
async function leaving(options: Partial<AgentLoopOptions> = {}) {
  const root = await repositoryWith({ ".gitignore": "begun\npid\n", "value.txt": "right\n" })
  const revert =
    "echo $$ > pid; until test -e begun; do sleep 0.05; done; echo wrong > value.txt; exec sleep 30"
  const leave: Tool = {
    name: "leave",
    description: "Leaves a process behind.",
    input_schema: { type: "object" },
    annotations: { kind: "execute" },
    execute: async (_input, { env }) => {
      await runCommand({ command: `${inOwnSession(revert)} >/dev/null 2>&1`, cwd: root, env })
      await expect.poll(() => readFile(join(root, "pid"), "utf8").catch(() => "")).toMatch(/^\d+\n$/)
      return { ok: true, output: "left" }
    },
  }
  const pid = async (): Promise<number> => Number(await readFile(join(root, "pid"), "utf8"))
  onTestFinished(async () => {
    // Where it survives, it has moved to another session.
    await pid()
      .then((leader) => process.kill(-leader, "SIGKILL"))
      .catch(() => undefined)
  })
  const loop = () =>
    createAgentLoop({
      model: scriptedModel([calls("leave"), { text: "Done." }], { turn_from: "transcript" }),
      tools: [leave],
      workspace_root: root,
      stall_diagnostics: { repair_aware: true },
      verify_completion: { command: "touch begun; sleep 0.5; grep right value.txt" },
      max_verify_attempts: 1,
      ...options,
    })
  return { root, loop, pid }
}

// @requirement proof.left-behind
describe.runIf(process.platform === "linux")("a process that a call left behind", () => {
  test("is ended before the check", async () => {
    const { loop } = await leaving()
    const result = await loop().run("Do the task.").result
    expect(result).toMatchObject({ verified: true, proof: { left_running: [] } })
  })

  test("is kept where the host says so, and is found out by what it does", async () => {
    const { loop } = await leaving({ keep_processes: true })
    expect((await loop().run("Do the task.").result).verified).toBe(false)
  })

  test("is named in the proof while it runs and does nothing", async () => {
    const { loop, pid } = await leaving({ keep_processes: true, verify_completion: { command: "true" } })
    const { verified, proof } = await loop().run("Do the task.").result
    expect(verified).toBe(true)
    expect(proof?.left_running?.join("\n")).toContain(`${await pid()} sh -c`)
  })

  test("of before a resume is ended as well", async () => {
    const { loop, root, pid } = await leaving()
    const journal = memoryJournal()
    const first = loop().run("Do the task.", { journal })
    for await (const event of first.events) if (event.type === "tool_call_start") first.suspend()
    expect((await first.result).status).toBe("suspended")
    await writeFile(join(root, "begun"), "").then(() =>
      expect.poll(() => readFile(join(root, "value.txt"), "utf8")).toBe("wrong\n"),
    )
    await writeFile(join(root, "value.txt"), "right\n")
    expect((await (await loop().resume(journal)).result).verified).toBe(true)
    expect(isRunning({ pid: await pid(), began: null })).toBe(false)
  })
})
