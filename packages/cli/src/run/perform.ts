import { relative } from "node:path"
import { type AgentRun, canGoOn } from "@proofloop/runtime"
import type { Input } from "../arguments/verb.ts"
import { exitCodeOf } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { createStyle } from "../terminal/style.ts"
import { shellWord } from "../terminal/text.ts"
import { createLiveView } from "../timeline/live_view.ts"
import { changesSince, withoutPaths } from "./changes.ts"
import type { Job } from "./job.ts"
import { report } from "./report.ts"

/** Starts a job's run, shows it as it goes, and reports how it ended; resolves to the exit code. */
export async function perform(
  job: Job,
  {
    start,
    told: { heading, journal },
    input,
    io,
  }: {
    readonly start: (signal: AbortSignal) => AgentRun | Promise<AgentRun>
    readonly told: { readonly heading: string; readonly journal: string | null }
    readonly input: Input
    readonly io: Io
  },
): Promise<number> {
  const out = input.json ? io.stderr : io.stdout
  const style = createStyle(out, io.env)
  const stop = new AbortController()
  const unlisten = io.onStop(() => {
    io.stderr.write("\nproofloop: stopping; again to stop at once\n")
    stop.abort()
  })
  try {
    const run = await start(stop.signal)
    if (!input.flag("quiet")) {
      out.write(`${style.bold(heading)} in ${job.root}\n`)
      out.write(style.dim(`${job.model} at ${job.base_url}, verified by: ${job.verify}\n\n`))
      const show = createLiveView(out, style, io.env)
      for await (const event of run.events) show(event)
    }
    const result = await run.result
    const own = [job.trace, journal].map((file) => (file === null ? "" : relative(job.root, file)))
    const changes = withoutPaths(await changesSince(job.root, job.before), own)
    const { transcript: _transcript, ...rest } = result
    if (input.json) {
      io.stdout.write(`${JSON.stringify({ ...rest, changes, trace: job.trace, journal })}\n`)
    }
    if (!input.json || !input.flag("quiet")) out.write(report(result, changes, style))
    if (job.trace !== null) out.write(`\n  npx proofloop explain ${shellWord(job.trace)}\n`)
    if (journal !== null && canGoOn(result)) {
      out.write(`\n  npx proofloop resume ${shellWord(journal)}\n`)
    }
    return exitCodeOf(result)
  } finally {
    unlisten()
  }
}
