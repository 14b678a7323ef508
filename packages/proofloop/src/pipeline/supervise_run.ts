import type { Input, OptionSpec } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { endingOf, type Outcome, RESULT } from "./outcome.ts"
import { readFacts } from "./read_facts.ts"
import { withFoundRuns } from "./store.ts"
import { type LongCall, supervise } from "./supervise.ts"

/** Supervises a call that drives a run. Where its process is ended, the row says how far the run got. */
export async function superviseRun(
  words: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
  { input, io }: { readonly input: Input; readonly io: Io },
  work: () => Promise<number>,
): Promise<number> {
  const call: LongCall = {
    words,
    options,
    result: RESULT,
    endingOf: (line) => endingOf(line as unknown as Outcome),
    tellStopped: (stopped, id, sink) =>
      withFoundRuns(input, io, async (runs) => {
        const run = await readFacts(runs, await runs.store.get(id))
        return sink.end(endingOf({ run, suspended: null, error: null, stopped }))
      }),
  }
  return supervise(call, { input, io }, work)
}
