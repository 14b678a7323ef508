import type {
  AgentLoop,
  AgentLoopOptions,
  AgentRun,
  LoopEvent,
  ModelReply,
  RunResult,
} from "@proofloop/runtime"
import type { Machinery } from "./life.ts"
import { realMachinery } from "./simulate.ts"

/** Machinery that is broken on purpose, each in one way. The simulation must find every one. */
export const brokenMachinery: Readonly<Record<string, Machinery>> = {
  "forgets the last finished record": {
    ...realMachinery,
    journal: (store) => ({
      ...store,
      read: async () => withoutLast(await store.read(), '{"type":"finished"'),
    }),
  },
  "forgets what was in flight": {
    ...realMachinery,
    journal: (store) => ({ ...store, read: async () => withoutDoubts(await store.read()) }),
  },
  "runs effects twice": withOptions((options) => ({
    ...options,
    step: async (_key, effect) => {
      await effect()
      return effect()
    },
  })),
  "lets one more turn through": withOptions((options) => ({
    ...options,
    ...(options.max_iterations === undefined ? {} : { max_iterations: options.max_iterations + 1 }),
  })),
  "offers tools in the wrap-up": withOptions((options) => ({
    ...options,
    model: (request: { readonly tools: readonly unknown[] }, call: unknown) =>
      (options.model as (asked: unknown, with_call: unknown) => Promise<ModelReply>)(
        { ...request, tools: [...request.tools, {}] },
        call,
      ),
  })),
  "drops the end of a call": withRuns((run) => ({
    ...run,
    events: mapped(run.events, (event) => (event.type === "tool_call_end" && !event.ok ? null : event)),
  })),
  "keeps a stale current_failure": withRuns((run) => ({
    ...run,
    result: run.result.then((result) => withStaleFailure(run, result)),
  })),
  "aborts when it gets round to it": withRuns((run) => ({
    ...run,
    abort: () => {
      setTimeout(() => run.abort(), 100)
    },
  })),
  "calls itself verified when it is done": withRuns((run) => ({
    ...run,
    events: mapped(run.events, (event) =>
      event.type === "run_end" ? { ...event, verified: event.status === "done" } : event,
    ),
    result: run.result.then((result) => ({ ...result, verified: result.status === "done" })),
  })),
  "counts events from 1 again after a resume": {
    ...realMachinery,
    createAgentLoop: (options) => {
      const loop = realMachinery.createAgentLoop(options)
      return { ...loop, resume: async (journal, given) => renumbered(await loop.resume(journal, given)) }
    },
  },
}

function withOptions(change: (options: AgentLoopOptions) => AgentLoopOptions): Machinery {
  return { ...realMachinery, createAgentLoop: (options) => realMachinery.createAgentLoop(change(options)) }
}

function withRuns(change: (run: AgentRun) => AgentRun): Machinery {
  return {
    ...realMachinery,
    createAgentLoop(options): AgentLoop {
      const loop = realMachinery.createAgentLoop(options)
      return {
        run: (task, given) => change(loop.run(task, given)),
        resume: async (journal, given) => change(await loop.resume(journal, given)),
      }
    },
  }
}

function withoutLast(lines: readonly string[], start: string): readonly string[] {
  const last = lines.findLastIndex((line) => line.startsWith(start))
  return lines.filter((_line, index) => index !== last)
}

function withoutDoubts(lines: readonly string[]): readonly string[] {
  const finished = new Set(
    lines.flatMap((line) => /^\{"type":"finished","key":"[^"]*"/.exec(line)?.[0].slice(18) ?? []),
  )
  return lines.filter((line) => {
    const started = /^\{"type":"started","key":"[^"]*"/.exec(line)?.[0].slice(17)
    return started === undefined || finished.has(started)
  })
}

/** The events as `change` makes them, without those of which it makes null. */
function mapped(
  events: AsyncIterable<LoopEvent>,
  change: (event: LoopEvent) => LoopEvent | null,
): AsyncIterable<LoopEvent> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const event of events) {
        const changed = change(event)
        if (changed !== null) yield changed
      }
    },
  }
}

function renumbered(run: AgentRun): AgentRun {
  let first: number | null = null
  return {
    ...run,
    events: mapped(run.events, (event) => {
      first ??= event.seq
      return { ...event, seq: event.seq - first + 1 }
    }),
  }
}

async function withStaleFailure(run: AgentRun, result: RunResult): Promise<RunResult> {
  if (result.status !== "done") return result
  for await (const event of run.events) {
    if (event.type !== "evidence" || event.class !== "fail") continue
    const { check_id, signature, snippet } = event
    const stale = {
      class: "fail",
      check_id,
      signature,
      snippet: snippet ?? "",
      same_diagnostic_streak: 1,
    } as const
    return { ...result, current_failure: { ...stale, kind: "runtime", others: [] } }
  }
  return result
}
