import { existsSync } from "node:fs"
import { join } from "node:path"
import { plural, sha256Hex } from "@proofloop/foundation/text"
import {
  openWorkers,
  RUN_STATES,
  dueStep,
  openSubtasks,
  openSpending,
  type Spent,
} from "@proofloop/jobs/internal/pipeline"
import { pipelineInbox, type RunStore, type PipelineRun, phaseOf } from "@proofloop/jobs/pipeline"
import { openObservationLedger } from "@proofloop/stdlib"
import type { LiveLoop, RowLive } from "../../cockpit/sources/row_view.ts"
import type { RowSource, RowDiff, RateGroup } from "../../cockpit/sources/source.ts"
import type { Io } from "../../console/io.ts"
import { ownCommand } from "../../pipeline/own_command.ts"
import { readAllFacts, readFacts, listRuns } from "../../pipeline/read_facts.ts"
import { shownRun } from "../../pipeline/shown_run.ts"
import { stoppedText, stopFile } from "../../pipeline/standstill.ts"
import { forCockpit, heldText } from "../../rows/shown.ts"
import { boundedDiff } from "../bounded_diff.ts"
import { inboxEntry } from "../inbox_entry.ts"
import { journalsOf, livePulse } from "../journals/journal_files.ts"
import { liveLoop, replayPage } from "../journals/journal_replay.ts"
import type { OpenedStore } from "../opened_store.ts"
import { ratesBy } from "../rates_by.ts"
import { rowView } from "../row_view.ts"
import { storedRows } from "../stored_rows.ts"
import { actOnRun, commandOfRun } from "./act_on_run.ts"
import { runActions } from "./run_actions.ts"
import { runEvidence } from "./run_evidence.ts"

export interface RunSourceOptions {
  readonly state_dir: string
  readonly path: string
  readonly store: OpenedStore<RunStore>
  readonly env: Io["env"]
}

/** Runs of the pipeline in one state folder, which may be made only later. */
export function runSource({ state_dir, path, store: opened, env }: RunSourceOptions): RowSource {
  const place = { state_dir, store: { path } }
  const rows = storedRows(opened, async (store, found) =>
    (await readAllFacts({ store, state_dir }, found)).map(
      (facts) => forCockpit(shownRun(facts, Date.now())).line,
    ),
  )
  return {
    ...rows.parts,
    name: "pipeline",
    title: "Pipeline",
    states: RUN_STATES,
    pulse: () =>
      rows.with({ standing: stopFile(state_dir) ?? "", live: "" }, async (store) => {
        const holders = await store.holders()
        const standing = [
          [...(await store.waits())],
          await store.breakers(),
          [...holders],
          stopFile(state_dir),
          await fleetOf(state_dir),
        ]
        return {
          standing: JSON.stringify(standing),
          live: JSON.stringify(await livePulse(state_dir, [...holders.keys()])),
        }
      }),
    inbox: async (limit) => {
      const warnings = await warningsOf(state_dir)
      return rows.with({ entries: [], in_all: 0, warnings }, async (store) => {
        const items = await pipelineInbox(store)
        const entries = await Promise.all(
          items.slice(0, limit).map((item) =>
            inboxEntry(store, item, {
              source: "pipeline",
              goes_on: "resume",
              commandOf: (id) => ownCommand({ store, state_dir }, "resume", id),
              titleOf: ({ url }) => url,
              textOf,
              actionsOf: (row, approval) => runActions(row, { place: { store, state_dir }, approval }),
            }),
          ),
        )
        return { entries, in_all: items.length, warnings }
      })
    },
    row: (id) =>
      rows.withRow(id, async (store, row) => {
        const runs = { store, state_dir }
        const facts = await readFacts(runs, row)
        return rowView(store, shownRun(facts, Date.now()), {
          actions: (approval) => runActions(row, { place: runs, approval, holder: facts.held_by }),
          evidence: (head) => runEvidence(row, head),
          journals: await journalsOf(state_dir, id),
          has_diff: row.work.base_commit !== undefined && row.work.head !== undefined,
        })
      }),
    live: (id) =>
      rows.withRow(id, async (store, row) =>
        runLive(row, { store, state_dir, loop: await liveLoop(state_dir, id, env) }),
      ),
    diff: (id, max_bytes) => rows.withRow(id, async (_store, row) => runDiff(row, state_dir, max_bytes)),
    replay: (id, journal) => replayPage(state_dir, { id, journal, env }),
    rates: () => rows.with([], async (store) => runRates({ store, state_dir })),
    act: (id, action) => rows.with("", async (store) => actOnRun(id, action, { store, state_dir })),
    commandOf: async (id, action) => commandOfRun(id, action, place),
  }
}

/** More than what the inbox of the store says, which the title says already; null: nothing more. */
function textOf({ work }: PipelineRun, why: string): string | null {
  if (why === "approval") return work.plan?.tasks.map(({ title }) => title).join("; ") ?? null
  if (why !== "merge") return null
  const { outcomes = [], ci } = work
  const done = outcomes.filter(({ status }) => status === "completed").length
  return `${done} of ${outcomes.length} subtasks done${ci === undefined ? "" : `; CI ${ci.state.replaceAll("_", " ")}: ${ci.why}`}`
}

/** What keeps every run from going on; missing services stand in the inbox. */
async function warningsOf(state_dir: string): Promise<readonly string[]> {
  const file = stopFile(state_dir)
  const { all, draining } = await fleetOf(state_dir)
  return [
    ...(file === null ? [] : [stoppedText(file)]),
    ...(draining === 0
      ? []
      : [`Fleet drain: ${draining} of ${plural(all, "worker")} will end after its present turns.`]),
  ]
}

/** How many workers of a fleet run here, and how many of them are about to end. */
async function fleetOf(state_dir: string): Promise<{ readonly all: number; readonly draining: number }> {
  const workers = await openWorkers(state_dir, Date.now).list()
  return { all: workers.length, draining: workers.filter(({ is_draining }) => is_draining).length }
}

/** The change on a run's branch, from the clone of its state folder; null: there is none here. */
async function runDiff(
  { place, work }: PipelineRun,
  state_dir: string,
  max_bytes: number,
): Promise<RowDiff | null> {
  const { base_commit, base_head, head } = work
  const base = base_head ?? base_commit
  if (place === null || base === undefined || head === undefined) return null
  const root = cloneFolder(state_dir, place)
  return existsSync(root) ? boundedDiff(root, { base, head, max_bytes }) : null
}

/** As the pipeline names it. */
function cloneFolder(state_dir: string, { forge, repository }: NonNullable<PipelineRun["place"]>): string {
  return join(state_dir, "clones", sha256Hex(`${forge}\n${repository}`).slice(0, 24))
}

async function runLive(
  row: PipelineRun,
  { store, loop }: { readonly store: RunStore; readonly state_dir: string; readonly loop: LiveLoop | null },
): Promise<RowLive> {
  const holder = await store.holder(row.id)
  const [next] = openSubtasks(row.work)
  const subtask = row.state === "working" && next !== undefined ? `: ${next.subtask.title}` : ""
  return {
    phase: phaseOf(row),
    step: `${(dueStep(row) ?? row.state).replaceAll("_", " ")}${subtask}`,
    holder: holder === null ? null : heldText(holder, Date.now()),
    loop: holder === null ? null : loop,
  }
}

/** Newest outcomes of subtasks that tell which model worked on which run. */
const MOST_OBSERVATIONS = 10_000

async function runRates({
  store,
  state_dir,
}: {
  readonly store: RunStore
  readonly state_dir: string
}): Promise<readonly RateGroup[]> {
  const [runs, spent, models] = await Promise.all([
    listRuns(store),
    openSpending(state_dir, Date.now).byRun(),
    modelsOfRuns(state_dir),
  ])
  const counted = runs.map((row) => ({
    repository: row.url,
    model: [...(models.get(row.id) ?? [])].join(", ") || "unknown",
    counts: countsOf(row, spent.get(row.id)),
  }))
  return ratesBy(counted)
}

async function modelsOfRuns(state_dir: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ledger = openObservationLedger(join(state_dir, "observations.jsonl"))
  const { observations } = await ledger.query({ limit: MOST_OBSERVATIONS })
  const found = new Map<string, Set<string>>()
  for (const { run_id, model } of observations) {
    if (model === "") continue
    found.set(run_id, (found.get(run_id) ?? new Set()).add(model))
  }
  return found
}

function countsOf({ work }: PipelineRun, spent: Spent | undefined): Omit<RateGroup, "by" | "name" | "rows"> {
  const { outcomes = [], ending, ci_fixes = [], answered = [], alarm_commit } = work
  const is_alarm = alarm_commit !== undefined
  return {
    merged: ending?.how === "merged" ? 1 : 0,
    usd: spent?.usd ?? 0,
    tokens: spent?.tokens ?? 0,
    turns: outcomes.reduce((sum, { turns }) => sum + turns, 0),
    rejected: ending?.how === "rejected" || ending?.how === "closed" ? 1 : 0,
    sent_back:
      outcomes.reduce((sum, { rejections }) => sum + rejections.length, 0) +
      ci_fixes.filter(({ commit }) => commit === null).length +
      answered.length,
    alarms: is_alarm ? 1 : 0,
    // A person closed it by hand instead of mending what was merged.
    false_alarms: is_alarm && ending?.why.includes("alarm was closed") === true ? 1 : 0,
  }
}
