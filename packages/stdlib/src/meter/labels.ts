import { readFile } from "node:fs/promises"
import { InvalidOptionError } from "@proofloop/runtime/detector"
import { z } from "zod"

const episode = z.object({
  kind: z.string(),
  first: z.number().int().min(0),
  intervene: z.number().int().min(0),
  last: z.number().int().min(0),
})
const label = z.object({
  id: z.string(),
  label: z.string(),
  episodes: z.array(episode),
  confidence: z.number().default(3),
})

/** A stretch of recorded events in which a run stalls; a careful reader would step in after `intervene`. */
export type Episode = z.infer<typeof episode>

/** What a reader says of one run: `label` is the kind of stall, or "none". `confidence` below 2 is left out of scores. */
export type Label = z.infer<typeof label>

/** Reads labels, one JSON object a line. Throws InvalidOptionError naming file and line. */
export async function readLabels(file: string): Promise<readonly Label[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new InvalidOptionError({
      option: "labels",
      expected: "a file that can be read",
      got: messageOf(error),
    })
  })
  const lines = text.split("\n").map((line) => line.trim())
  return lines.flatMap((line, index) => (line === "" ? [] : [readLabel(line, `${file}:${index + 1}`)]))
}

function readLabel(line: string, place: string): Label {
  const read = label.safeParse(parseJson(line))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue === undefined || issue.path.length === 0 ? "" : `.${issue.path.join(".")}`
  throw new InvalidOptionError({
    option: `labels ${place}${path}`,
    expected: "{ id, label, episodes: [{ kind, first, intervene, last }], confidence }",
    got: line.slice(0, 120),
  })
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
