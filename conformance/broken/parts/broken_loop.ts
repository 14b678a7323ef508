import {
  type AgentRun,
  createAgentLoop,
  type AgentLoopOptions,
  type LoopEvent,
  type RunResult,
} from "@proofloop/runtime"

export interface LoopBreakage {
  /** The options the real loop gets instead of the given ones: ports wrapped, knobs dropped. Made once a run. */
  readonly options?: (options: AgentLoopOptions) => AgentLoopOptions
  /** What is published instead of one event; `before` are the real events so far. */
  readonly event?: (event: LoopEvent, before: readonly LoopEvent[]) => readonly LoopEvent[]
  /** The result handed back instead, from all real events of the run. */
  readonly result?: (result: RunResult, events: readonly LoopEvent[]) => RunResult
  /** The host's own means to end a run do nothing. */
  readonly deaf?: "abort" | "suspend"
}

/** A `createAgentLoop` whose loops are real ones with one behaviour changed at their border. */
export function brokenLoop(breakage: LoopBreakage): typeof createAgentLoop {
  return (given) => {
    const real = createAgentLoop(breakage.options?.(given) ?? given)
    return {
      run: (task, run_options) => brokenRun(real.run(task, run_options), breakage),
      resume: async (journal, options) => brokenRun(await real.resume(journal, options), breakage),
    }
  }
}

function brokenRun(run: AgentRun, { event = (given) => [given], result, deaf }: LoopBreakage): AgentRun {
  const all = collect(run.events)
  return {
    run_id: run.run_id,
    events: published(run.events, event),
    result: Promise.all([run.result, all]).then(([real, events]) => result?.(real, events) ?? real),
    abort: () => (deaf === "abort" ? undefined : run.abort()),
    suspend: () => (deaf === "suspend" ? undefined : run.suspend()),
  }
}

async function collect(events: AsyncIterable<LoopEvent>): Promise<readonly LoopEvent[]> {
  const all: LoopEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

async function* published(
  events: AsyncIterable<LoopEvent>,
  change: (event: LoopEvent, before: readonly LoopEvent[]) => readonly LoopEvent[],
): AsyncGenerator<LoopEvent> {
  const before: LoopEvent[] = []
  for await (const event of events) {
    yield* change(event, before)
    before.push(event)
  }
}
