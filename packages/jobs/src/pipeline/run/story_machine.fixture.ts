import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { hostRunner } from "@proofloop/foundation/sandbox"
import * as z from "zod"
import type { RowTurns } from "../../engines/row_engine.ts"
import { localForge } from "../../forge/local_forge.ts"
import { openRunStore, type RunStore } from "../run_store.ts"
import { modelsAt, tellPoint } from "./model_server.fixture.ts"
import { createPipeline } from "./pipeline.ts"
import { runTurns } from "./run_turns.ts"

/** A machine of a story: it shares the store and the forge with others, and has its own clone. */
export const machineSchema = z.object({
  store: z.string(),
  bare: z.string(),
  /** The machine's own folder. */
  folder: z.string(),
  model_url: z.string(),
})

export type Machine = z.output<typeof machineSchema>

export async function turnsOn(
  machine: Machine,
): Promise<{ readonly turns: RowTurns; readonly store: RunStore }> {
  const { worker, planner, reviewer } = modelsAt(machine.model_url)
  await mkdir(machine.folder, { recursive: true })
  const store = await openRunStore(machine.store)
  const forge = localForge({
    repository: machine.bare,
    checks: { command: "npm test", runner: hostRunner() },
  })
  const { pulls } = forge
  const open: typeof pulls.open = async (...asked) => {
    const pull = await pulls.open(...asked)
    await tellPoint(machine.model_url, "opened")
    return pull
  }
  const pipeline = createPipeline({
    store,
    forge: { ...forge, pulls: { ...pulls, open } },
    model: worker,
    models: { planner, reviewer },
    state_dir: join(machine.folder, "state"),
    unsafe_host_runner: true,
    setup: "",
    ci: { look_every_ms: 300, grace_ms: 0 },
  })
  return { turns: runTurns({ store, pipelineOf: () => pipeline }), store }
}
