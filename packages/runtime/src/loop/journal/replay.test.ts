import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { ModelError } from "../../errors/model_error.ts"
import { scriptedModel } from "../../models/scripted.ts"
import type { Tool } from "../../protocol/executable_tool.ts"
import type { Model } from "../../protocol/model.ts"
import type { ToolAnnotations } from "../../protocol/tool.ts"
import { memoryJournal } from "../../testing/memory_journal.ts"
import { scriptedTool } from "../../testing/scripted_tool.ts"
import { calls, repairTools } from "../loop.fixture.ts"
import { script, loopWith, recordsOf, crashedBefore, isFinished, resealed } from "./crashed_run.fixture.ts"

describe("what a crash leaves open is not proved", () => {
  const shell = (annotations: ToolAnnotations): Tool =>
    scriptedTool({ name: "shell", ...annotations, results: () => ({ ok: true, output: "" }) })
  const steps = [calls("run_test"), calls("shell"), { text: "##DONE##" }]

  test.each([
    [{ kind: "execute" }],
    [{ kind: "edit" }],
    [{ kind: "execute", evidence_role: "observation" }],
  ] as const)("a call of %j in doubt takes the proof away", async (annotations) => {
    const tools = [...repairTools(["12 passed"]), shell(annotations)]
    const options = { tools, stall_diagnostics: { repair_aware: true, require_verified: true } }
    const journal = await crashedBefore(isFinished("turn:2/tool"), options, steps)
    const { status, verified, proof } = await (await loopWith(options, steps).resume(journal)).result
    expect({ status, verified, proof }).toEqual({
      status: "completion_unverified",
      verified: false,
      proof: null,
    })
  })

  test("a call that only reads leaves it", async () => {
    const tools = [...repairTools(["12 passed"]), shell({ kind: "read", read_only: true })]
    const journal = await crashedBefore(isFinished("turn:2/tool"), { tools }, steps)
    expect(await (await loopWith({ tools }, steps).resume(journal)).result).toMatchObject({ verified: true })
  })
})

describe("a replay is gone through to its end", () => {
  test("an abort asked for during it reaches the run when it is live", async () => {
    const journal = await crashedBefore(isFinished("turn:3/model"))
    const run = await loopWith().resume(journal)
    run.abort()
    expect(await run.result).toMatchObject({ status: "aborted", usage: { iterations: 2 } })
  })

  test("a run that ends before all that is recorded of it has diverged, and can be resumed by the right loop", async () => {
    const journal = await crashedBefore(isFinished("turn:4/model"))
    const strays = journal.lines.map((line) => line.replace('"tool_calls":[{', '"tool_calls":[],"was":[{'))
    expect(strays).not.toEqual(journal.lines)
    const wrong = memoryJournal({ lines: resealed(strays) })
    expect(await (await loopWith().resume(wrong)).result).toMatchObject({
      status: "failed",
      error: { code: "journal_diverged" },
    })
    expect(recordsOf(wrong).map(({ type }) => type)).not.toContain("ended")
  })

  test("time is what was recorded: a clock that moves at every look decides alike", async () => {
    const ticking = () => {
      let at = 0
      return { now: () => (at += 1), sleep: () => Promise.resolve() }
    }
    const options = { wall_clock_ms: 60, max_iterations: 30 }
    const steps = Array.from({ length: 30 }, () => calls("look"))
    const whole = memoryJournal()
    const live = await loopWith({ ...options, clock: ticking() }, steps).run("x", { journal: whole }).result
    expect(live.stop_reason).toBe("wall_clock")
    const crashed = memoryJournal({ lines: whole.lines.slice(0, -1) })
    const again = await (await loopWith({ ...options, clock: ticking() }, steps).resume(crashed)).result
    expect(again.usage.iterations).toBe(live.usage.iterations)
  })
})

test("a trace that is new holds the whole run once, numbered", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop journal-"))
  const trace = join(folder, "a trace.jsonl")
  const journal = await crashedBefore(isFinished("turn:3/tool"))
  await (
    await loopWith({ trace }).resume(journal)
  ).result
  const events = (await readFile(trace, "utf8")).trimEnd().split("\n")
  const seqs = events.flatMap((line) => {
    const { type, seq } = JSON.parse(line) as { type: string; seq: number }
    return type === "run_resumed" ? [] : [seq]
  })
  expect(seqs).toEqual(seqs.map((_seq, index) => index + 1))
  await rm(folder, { recursive: true })
})

test("judge instructions and the folder of a tool are compared", async () => {
  const judged = {
    verify_completion_judge: {
      instructions: "Be strict.",
      model: () => Promise.resolve({ text: "", tool_calls: [] }),
    },
  }
  const journal = await crashedBefore(isFinished("turn:2/tool"), judged)
  const lax = { verify_completion_judge: { ...judged.verify_completion_judge, instructions: "Be kind." } }
  await expect(loopWith(lax).resume(journal)).rejects.toThrow(
    'verify_completion_judge.instructions = the string "Be strict."',
  )
})

test("a run whose breaker opened goes on with the model, also when its pause was cut off", async () => {
  let fails = 1
  const reached = scriptedModel(script, { turn_from: "transcript" })
  const model: Model = (request, call) => {
    if (fails === 0) return reached(request, call)
    fails -= 1
    throw new ModelError("overloaded", { kind: "provider_5xx" })
  }
  const options = {
    model,
    consecutive_failures: { max: 1, paused_for_ms: 5000 },
    transport_retry: { max_attempts: 1 },
  }
  const journal = memoryJournal()
  const first = loopWith(options).run("fix it", { journal })
  for await (const event of first.events) if (event.type === "budget_circuit_breaker") first.abort()
  expect(await first.result).toMatchObject({ stop_reason: "circuit_breaker" })
  const tools = repairTools(["12 passed"])
  expect(await (await loopWith({ ...options, tools }).resume(journal)).result).toMatchObject({
    status: "done",
  })
})
