import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { changeSet } from "@proofloop/foundation/git"
import { type ModelRequest, scriptedModel } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { createGate } from "../gate/gate.ts"
import { createWorker } from "../gate/worker.ts"
import { createPlan, type CreatePlanOptions } from "../planning/create_plan.ts"
import { parsePlan } from "../planning/plan_schema.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import { observationClient } from "./client.ts"
import { gatewayOver } from "./gateway.fixture.ts"
import { type ObservationLedger, openObservationLedger } from "./ledger.ts"
import type { Observation } from "./observation.ts"
import { observedGate, type ObservedGateOptions } from "./observed_gate.ts"

const FILES = { "a.txt": "a\n", "settings.toml": "a = 1\n", "lib.py": "def f():\n    pass\n" }
const plan = { tasks: [task("Text", "a.txt"), task("Settings", "settings.toml")] }

function task(title: string, path: string) {
  return { title, subtasks: [{ title: `Change ${path}`, description: "", file_hints: [path] }] }
}

function patch(path: string, content: string) {
  return { text: JSON.stringify({ patches: [{ path, content }], commit_message: "change" }) }
}

/** A run in which the text is changed and the settings are broken at both attempts. */
async function work(root: string, run_id: string, record: ObservedGateOptions["record"]): Promise<void> {
  const gate = createGate({ root, env: {}, only: ["G2"] })
  const model = scriptedModel([
    patch("a.txt", `${run_id}\n`),
    patch("settings.toml", "a = b\n"),
    patch("settings.toml", "a = c\n"),
  ])
  const options = { record, run_id, repository: "shop", model: "small" }
  await createWorker({ model, gate: observedGate(gate, options) }).run(parsePlan(plan))
}

async function planNext(root: string, log: NonNullable<CreatePlanOptions["log"]>) {
  const requests: ModelRequest[] = []
  const model = scriptedModel((request) => {
    requests.push(request)
    return { text: JSON.stringify(plan) }
  })
  const facts = workTreeFacts(root, changeSet([]))
  const report = { metrics: [] }
  const next = await createPlan(model, { facts, report, repository: "shop", log, env: {} })
  return {
    hints: next.plan.tasks.flatMap(({ subtasks }) => subtasks.flatMap(({ file_hints }) => file_hints)),
    asked: requests[0]?.messages.at(-1)?.content ?? "",
  }
}

async function emptyLedger(): Promise<ObservationLedger> {
  return openObservationLedger(join(await folderWith(), "observations.jsonl"))
}

describe("observedGate", () => {
  it("records what became of each subtask; the next plan is told and leaves alone what failed twice", async () => {
    const root = await repositoryWith(FILES)
    const ledger = await emptyLedger()
    for (const run of ["one", "two"]) await work(root, run, (one) => ledger.append(one))
    const { observations } = await ledger.query({ repository: "shop", since: "24h" })
    expect(observations).toHaveLength(4)
    expect(observations[0]).toMatchObject({
      run_id: "two",
      branch: "two",
      agent: "proofloop",
      model: "small",
      subtask_id: "T002-S01",
      outcome: "fail",
      touched_files: ["settings.toml"],
      failure_modes: ["syntax_invalid"],
      commit_sha: null,
      confidence: 0.3,
    })
    expect(observations[1]).toMatchObject({ outcome: "success", touched_files: ["a.txt"], confidence: 0.7 })
    expect(observations[1]?.commit_sha).toMatch(/^[\da-f]{40}$/)
    const { asked, hints } = await planNext(root, async (query) => (await ledger.query(query)).observations)
    expect(asked).toContain("- settings.toml [syntax_invalid]")
    expect(hints).toEqual(["a.txt"])
  })

  it("does the same over a gateway", async () => {
    const root = await repositoryWith(FILES)
    const client = observationClient({ url: await gatewayOver(await emptyLedger()) })
    for (const run of ["one", "two"]) await work(root, run, (one) => client.report(one))
    const { asked, hints } = await planNext(root, (query) => client.agentLog(query))
    expect(asked).toContain("- settings.toml [syntax_invalid]")
    expect(hints).toEqual(["a.txt"])
  })

  it.each([
    ["who refused: a critic", { "lib.py": "" }, ["ast_diff"], ["lib.py"]],
    ["who refused: the denylist", { ".env": "A=1" }, ["denylist"], [".env"]],
    ["who refused: the patcher", { "../x": "" }, ["patcher_reject"], ["../x"]],
    ["who refused: G1", { "go.mod": "" }, ["manifest_block"], ["go.mod"]],
    ["that nothing was proposed, with the hints", {}, ["no_change"], ["lib.py"]],
  ])("tells %s", async (_, proposed, failure_modes, touched_files) => {
    const { seen } = await submit(() => ({
      patches: Object.entries(proposed).map(([path, content]) => ({ path, content })),
    }))
    expect(seen).toMatchObject([{ outcome: "fail", failure_modes, touched_files }])
  })

  it.each([
    ["llm_error", "Could not obtain valid JSON from LLM after 3 attempt(s): hm", ["json_emit"]],
    ["llm_error", "The reply is empty", ["json_parse_bad"]],
    ["llm_error", "The reply was cut off at the provider's limit", ["truncation"]],
    ["model_error", "The request timed out", ["timeout"]],
  ])("tells what was wrong with a model: %s, %s", async (code, message, failure_modes) => {
    const { seen } = await submit(() => {
      throw Object.assign(new Error(message), { code })
    })
    expect(seen).toMatchObject([{ outcome: "fail", failure_modes, touched_files: ["lib.py"] }])
  })

  it("tells success without a commit from a change that is none", async () => {
    const same = { patches: [{ path: "a.txt", content: "a\n" }] }
    expect((await submit(() => same)).seen).toMatchObject([{ outcome: "skipped", commit_sha: null }])
    const other = { patches: [{ path: "a.txt", content: "b\n" }] }
    expect((await submit(() => other)).seen).toMatchObject([{ outcome: "success", commit_sha: null }])
  })

  it("records nothing of a gate that never asked for a change", async () => {
    const root = await repositoryWith(FILES)
    await writeFile(join(root, ".git", "MERGE_HEAD"), `${"0".repeat(40)}\n`)
    const seen: Observation[] = []
    const options = { run_id: "run", repository: null, record: (one: Observation) => seen.push(one) }
    const gate = observedGate(createGate({ root, env: {}, only: ["G2"] }), options)
    const propose = () => ({ patches: [{ path: "a.txt", content: "b\n" }] })
    const { status } = await gate.submit({ id: "S1", title: "Do", file_hints: ["lib.py"] }, propose)
    expect([status, seen]).toEqual(["failed", []])
  })

  it("records neither aborts nor other phases, and no trouble of the record ends a run", async () => {
    const other = { patches: [{ path: "a.txt", content: "b\n" }] }
    expect((await submit(() => other, { signal: AbortSignal.abort() })).seen).toEqual([])
    expect((await submit(() => other, { phase: "refiner" })).seen).toEqual([])
    const { status, seen } = await submit(
      () => other,
      {},
      () => Promise.reject(new Error("disk full")),
    )
    expect([status, seen.length]).toEqual(["accepted", 1])
  })
})

async function submit(
  propose: () => { readonly patches: readonly unknown[] },
  how = {},
  record: (observation: Observation) => unknown = () => null,
) {
  const seen: Observation[] = []
  const gate = observedGate(
    createGate({
      root: await folderWith(FILES),
      env: {},
      only: ["G1", "G2", "G7"],
      attempts: 1,
      commit: false,
    }),
    {
      run_id: "run",
      repository: null,
      record(observation) {
        seen.push(observation)
        return record(observation)
      },
    },
  )
  const { status } = await gate.submit({ id: "S1", title: "Do", file_hints: ["lib.py"] }, propose, how)
  return { status, seen }
}
