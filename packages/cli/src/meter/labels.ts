import { resolve } from "node:path"
import { oneLine } from "@proofloop/foundation/text"
import { type Label, type MeteredPair, readLabels } from "@proofloop/replay/meter"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

type Labels = ReadonlyMap<string, Label> | null

const NAMED = 3

/** The labels in a file by the id of their run; null without a file. Throws InvalidOptionError. */
export async function readLabelFile(name: string | undefined, cwd: string): Promise<Labels> {
  if (name === undefined) return null
  const labels = await readLabels(resolve(cwd, name))
  return new Map(labels.map((label) => [label.id, label]))
}

/** Says which ids several runs share: they are told apart by nothing else, and have one label together. */
export function checkNames(pairs: readonly MeteredPair[], io: Io): void {
  const counts = new Map<string, number>()
  for (const { id } of pairs) counts.set(id, (counts.get(id) ?? 0) + 1)
  const shared = [...counts].filter(([, count]) => count > 1)
  for (const [id, count] of shared.slice(0, NAMED)) {
    io.stderr.write(`${count} runs are called "${oneLine(id)}"; a label of this name is taken for each\n`)
  }
  if (shared.length > NAMED) io.stderr.write(`and so with ${shared.length - NAMED} more names\n`)
}

/** Labels that fit no run are a mistake if none fits, and worth a word if some do not; so are labels that do not count. */
export function checkLabels(labels: Labels, pairs: readonly MeteredPair[], io: Io): void {
  if (labels === null) return
  const ids = new Set(pairs.map(({ id }) => id))
  const strangers = [...labels.keys()].filter((id) => !ids.has(id))
  const [first = ""] = strangers
  if (strangers.length === labels.size) {
    throw new Misuse(`--labels: none of ${labels.size} labels is of a run that was read`, {
      name: first,
      known: [...ids],
    })
  }
  if (strangers.length > 0) {
    io.stderr.write(
      `--labels: ${strangers.length} of ${labels.size} labels are of runs that were not read, such as ${oneLine(first)}\n`,
    )
  }
  if (pairs.every(({ a }) => a.score === null)) {
    io.stderr.write("--labels: every label is of a confidence below 2: nothing is scored\n")
  }
}
