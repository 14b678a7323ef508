import type { RowSource } from "@proofloop/cockpit"
import { openWorkers, pipelineInbox, RUN_STATES, type RunStore } from "@proofloop/pipeline"
import type { Io } from "../../console/io.ts"
import { readAllFacts } from "../../pipeline/read_facts.ts"
import { stoppedText, stopFile } from "../../pipeline/standstill.ts"
import { plural } from "../../terminal/text.ts"
import { journalsOf, livePulse } from "../journals/journal_files.ts"
import { liveLoop, replayPage } from "../journals/journal_replay.ts"
import type { OpenedStore } from "../opened_store.ts"
import { storedRows } from "../stored_rows.ts"
import { actOnRun, commandOfNewRun, commandOfRun } from "./act_on_run.ts"
import { runDiff } from "./run_diff.ts"
import { runEntry } from "./run_entry.ts"
import { lineOfRun } from "./run_line.ts"
import { runLive } from "./run_live.ts"
import { runRates } from "./run_rates.ts"
import { runView } from "./run_view.ts"

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
    (await readAllFacts({ store, state_dir }, found)).map((facts) => lineOfRun(facts, Date.now())),
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
          items.slice(0, limit).map((item) => runEntry(item, { store, state_dir })),
        )
        return { entries, in_all: items.length, warnings }
      })
    },
    row: (id) =>
      rows.withRow(id, async (store, row) =>
        runView(row, { store, state_dir, journals: await journalsOf(state_dir, id) }),
      ),
    live: (id) =>
      rows.withRow(id, async (store, row) =>
        runLive(row, { store, state_dir, loop: await liveLoop(state_dir, id, env) }),
      ),
    diff: (id, max_bytes) => rows.withRow(id, async (_store, row) => runDiff(row, state_dir, max_bytes)),
    replay: (id, journal) => replayPage(state_dir, { id, journal, env }),
    rates: () => rows.with([], async (store) => runRates({ store, state_dir })),
    act: (id, action) => rows.with("", async (store) => actOnRun(id, action, { store, state_dir })),
    commandOf: async (id, action) => commandOfRun(id, action, place),
    newRow: (given) => commandOfNewRun(given, place),
  }
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
