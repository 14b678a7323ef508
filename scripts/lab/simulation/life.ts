import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type {
  AgentLoop,
  AgentLoopOptions,
  AgentRun,
  LoopEvent,
  RunResult,
  JournalStore,
} from "@proofloop/runtime"
import { hostOptions } from "./host.ts"
import { inDoubt, recordsOf } from "./journal_lines.ts"
import type { Interruption, Plan } from "./plan.ts"
import { runProcess } from "./process.ts"
import { type Reader, startReader } from "./reader.ts"
import { simulatedStore } from "./store.ts"
import type { Surroundings } from "./surroundings.ts"
import type { Trail } from "./trail.ts"
import type { World } from "./world.ts"

/** What is under test: the loop as a host gets it, and the journal it writes to. */
export interface Machinery {
  readonly createAgentLoop: (options: AgentLoopOptions) => AgentLoop
  /** Wraps the journal; the given one by itself unless the machinery is broken on purpose. */
  readonly journal: (store: JournalStore) => JournalStore
}

/** One life of a run: a process that started or resumed it, until it died or the run ended. */
export interface Life {
  readonly number: number
  readonly cut: Cut | null
  /** Everything its first reader was told. */
  readonly events: LoopEvent[]
  readonly readers: Reader[]
  readonly result: RunResult | null
  readonly outcome: "settled" | "died" | "hung"
  /** What went across the API that may not: a rejection, a throw. */
  readonly thrown: string | null
  /** Lines of the journal when it began, and when it was over. */
  readonly lines_before: number
  readonly lines_after: number
  /** Effects of the world when it began, when the run was aborted, and when its result was there. */
  readonly effects_before: number
  readonly effects_at_abort: number | null
  readonly effects_at_result: number | null
  /** Effects begun in it. */
  readonly effects: number
}

/** Where a life is cut: before which record, in which effect, at which event. */
export interface Cut {
  readonly kind: Interruption["kind"]
  readonly number: number
}

/** What all lives of a run share. */
export interface Surrounded {
  readonly plan: Plan
  readonly machinery: Machinery
  readonly coverage: Set<string>
  readonly folder: string
}

interface LifeInput extends Surrounded {
  readonly number: number
  readonly world: World
  readonly trail: Trail
  /** The journal's lines; null for a run without one. */
  readonly lines: string[] | null
  readonly cut: Cut | null
  readonly start_ms: number
}

export async function live(input: LifeInput): Promise<Life> {
  const { plan, number, machinery, world, coverage, trail, lines, cut, folder } = input
  const events: LoopEvent[] = []
  const readers: Reader[] = []
  const noted = {
    result: null as RunResult | null,
    thrown: null as string | null,
    effects_at_abort: null as number | null,
    effects_at_result: null as number | null,
  }
  const before = { lines_before: lines?.length ?? 0, effects_before: world.effects.length }
  let around: Surroundings | null = null
  const outcome = await runProcess(input.start_ms, async (process) => {
    trail.enter(`life ${number}`, () => process.clock.now())
    around = { plan, world, process, life: number, coverage, trail, cut, begun: 0 }
    try {
      const loop = machinery.createAgentLoop(hostOptions(around, folder))
      const store = lines === null ? null : machinery.journal(simulatedStore(around, lines))
      if (lines !== null && mayReadFiles(lines)) mirror(world, folder)
      const run =
        store === null || (lines?.length ?? 0) === 0
          ? loop.run("Make the checks pass", { run_id: "run", ...(store === null ? {} : { journal: store }) })
          : await loop.resume(store)
      const told = readFirst(
        run,
        events,
        (count) => {
          if (cut?.number !== count) return
          if (cut.kind === "abort") noted.effects_at_abort = world.effects.length
          interrupt(run, cut, trail)
        },
        trail,
      )
      if (number === 0) {
        readers.push(...plan.readers.map((kind) => startReader(kind, run, process)))
        for (const kind of plan.readers) coverage.add(`reader ${kind}`)
      }
      noted.result = await run.result
      noted.effects_at_result = world.effects.length
      trail.add("result", `${noted.result.status} ${noted.result.stop_reason}`)
      await told
      // A reader that comes late, or lags, is through when it has seen the end.
      await Promise.all(readers.map((reader) => reader.through()))
    } catch (error) {
      noted.thrown = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    }
  })
  trail.add("life over", outcome)
  return {
    number,
    cut,
    events,
    readers,
    outcome,
    ...noted,
    ...before,
    lines_after: lines?.length ?? 0,
    effects: world.effects.length - before.effects_before,
  }
}

/** The first reader keeps up, and interrupts the run at the event of the cut. */
async function readFirst(
  run: AgentRun,
  events: LoopEvent[],
  seen: (count: number) => void,
  trail: Trail,
): Promise<void> {
  seen(0)
  for await (const event of run.events) {
    events.push(event)
    trail.add(`event ${event.seq} ${event.type}`, event)
    seen(events.length)
  }
}

function interrupt(run: AgentRun, { kind }: Cut, trail: Trail): void {
  if (kind !== "abort" && kind !== "suspend") return
  trail.add(`the host asks to ${kind}`)
  if (kind === "abort") run.abort()
  else run.suspend()
}

/** Whether a resume will look at files: a call that planned its writes is in doubt. */
function mayReadFiles(lines: readonly string[]): boolean {
  return inDoubt(recordsOf(lines)).some(({ plan }) => typeof plan === "object" && plan !== null)
}

/** Puts the world's files where a resume looks for them. */
function mirror(world: World, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, content] of world.files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}
