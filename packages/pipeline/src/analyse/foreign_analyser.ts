import { thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints, oneLine, redactSecrets } from "@proofloop/foundation/text"
import * as z from "zod"
import type { Analyser } from "./analyser.ts"
import type { Metric } from "./metric.ts"
import type { Repository } from "./repository/repository.ts"

/** What a host's analyser finds. A throw or an answer of another shape is "could not look". Rejects only once aborted. */
export async function askForeign(analyser: Analyser, repository: Repository): Promise<Metric> {
  try {
    const read = metric.safeParse(await analyser.analyse(repository))
    if (read.success) return read.data as Metric
    const [issue] = read.error.issues
    const where = issue?.path.join(".") || "its answer"
    return unable(analyser, `its answer is not a metric: ${where}: ${issue?.message ?? "another shape"}`)
  } catch (error) {
    repository.signal?.throwIfAborted()
    return unable(analyser, thrownMessage(error))
  }
}

const metric = z.object({
  name: z.string(),
  title: z.string(),
  status: z.enum(["pass", "warn", "fail", "unable"]),
  score: z.number().min(0).max(1).nullable(),
  summary: z.string(),
  details: z.string(),
  evidence: z.array(
    z.object({ path: z.string(), line: z.number().nullable(), what: z.string(), is_fault: z.boolean() }),
  ),
  suggestions: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      file_hints: z.array(z.string()),
      action: z.string(),
      needs_person: z.boolean(),
    }),
  ),
})

function unable({ name, title }: Analyser, reason: string): Metric {
  const summary = cutCodePoints(oneLine(redactSecrets(reason)), 160)
  return {
    name,
    title,
    status: "unable",
    score: null,
    summary,
    details: summary,
    evidence: [],
    suggestions: [],
  }
}
