import { oneLine, plural } from "@proofloop/foundation/text"
import { type CopiedStore, copyStore } from "@proofloop/jobs/internal"
import { feedbackKind } from "@proofloop/jobs/internal/feedback"
import { runKind } from "@proofloop/jobs/internal/pipeline"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { wrapText } from "../console/wrap.ts"
import { givenStore, mayHaveStore } from "../jobs/store_place.ts"
import { withStoreTrouble } from "../jobs/store_trouble.ts"
import { createStyle } from "../terminal/style.ts"

/** `fleet copy`: copies the rows of one store into another. Throws Misuse. */
export async function copyRows(input: Input, io: Io): Promise<number> {
  const [from, to] = [requireStore("from", input, io), requireStore("to", input, io)]
  if (!mayHaveStore(from)) throw new Misuse(`--from: there is no file ${from}`)
  const days = readCount(input, "ended-within")
  const flags = { from: { flag: "--from" }, to: { flag: "--to" } }
  return withStoreTrouble({ input, io, flags, named: "" }, async () => {
    const kinds = [runKind, feedbackKind]
    const copied = await copyStore(from, to, { kinds, ended_within_days: days })
    const { width } = createStyle(io.stdout, io.env)
    io.stdout.write(input.json ? `${JSON.stringify(copied)}\n` : wrapText(copiedText(copied, days), width))
    return EXIT_CODES.clean
  })
}

function requireStore(option: string, input: Input, io: Io): string {
  const store = givenStore(input, io, option)
  if (store !== undefined) return store
  throw new Misuse(`fleet copy needs --${option}: a file, or postgres://USER@HOST/DATABASE`)
}

function copiedText(
  { from, to, rows, notes, done, left_out, memories }: CopiedStore,
  days: number | undefined,
): string {
  const [source, target] = [oneLine(from), oneLine(to)]
  const copied =
    rows === 0
      ? `No row was left to copy from ${source} to ${target}.`
      : `Copied ${plural(rows, "row")} with ${plural(notes, "note")} from ${source} to ${target}.`
  const lines = [
    copied,
    ...(done === 0 ? [] : [`${plural(done, "row")} had been copied before.`]),
    ...(left_out === 0
      ? []
      : [`Left out what ended more than ${plural(days ?? 0, "day")} ago: ${plural(left_out, "row")}.`]),
    ...(memories === 0
      ? []
      : [`Copied ${memories === 1 ? "1 memory" : `${memories} memories`} of feedback.`]),
  ]
  return `${lines.join("\n")}\n`
}
