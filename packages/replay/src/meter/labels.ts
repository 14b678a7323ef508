import { readFile } from "node:fs/promises"
import { InvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"

/** A stretch of recorded events in which a run stalls. Events count from 0 in a run. */
export interface Episode {
  readonly kind: string
  readonly first: number
  /** The event after which a careful reader would step in. */
  readonly intervene: number
  readonly last: number
}

export interface Label {
  readonly id: string
  /** The kind of stall, or "none". */
  readonly label: string
  /** The stretches in which it stalls; at least one unless the label is "none". */
  readonly episodes: readonly Episode[]
  /** How sure the reader is, up to 3; below 2 the label is left out of scores. Default 3 in a file. */
  readonly confidence: number
}

const episode: z.ZodType<Episode> = z.object({
  kind: z.string(),
  first: z.number().int().min(0),
  intervene: z.number().int().min(0),
  last: z.number().int().min(0),
})
const label: z.ZodType<Label> = z.object({
  id: z.string(),
  label: z.string(),
  episodes: z.array(episode),
  confidence: z.number().default(3),
})
const SHAPE = "{ id, label, episodes: [{ kind, first, intervene, last }], confidence }"

/** Reads labels, one JSON object a line. Throws InvalidOptionError naming file and line, also for contradictions. */
export async function readLabels(file: string): Promise<readonly Label[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new InvalidOptionError({
      option: "labels",
      expected: "a file that can be read",
      got: thrownMessage(error),
    })
  })
  const places = new Map<string, string>()
  const lines = text.split("\n").map((line) => line.trim())
  return lines.flatMap((line, index) => {
    if (line === "") return []
    const place = `${file}:${index + 1}`
    const read = readLabel(line, place)
    const contradiction = contradictionIn(read, places.get(read.id))
    if (contradiction !== null) throw invalid(place, contradiction, line)
    places.set(read.id, place)
    return [read]
  })
}

function contradictionIn({ label: kind, episodes }: Label, before: string | undefined): string | null {
  if (before !== undefined) return `one label for each run; this one has a label at ${before}`
  if (kind !== "none" && episodes.length === 0) return `an episode where the label is not "none"`
  return episodes.some(({ first, last }) => first > last)
    ? "episodes whose first is not after their last"
    : null
}

function readLabel(line: string, place: string): Label {
  const read = label.safeParse(parsedJson(line))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue === undefined || issue.path.length === 0 ? "" : `.${issue.path.join(".")}`
  const hint = line.startsWith("[") ? ", one object a line (JSON Lines), not a list of them" : ""
  throw invalid(`${place}${path}`, `${SHAPE}${hint}`, line)
}

function invalid(place: string, expected: string, line: string): InvalidOptionError {
  return new InvalidOptionError({ option: `labels ${place}`, expected, got: line.slice(0, 120) })
}
