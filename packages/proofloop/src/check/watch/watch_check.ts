import { resolve } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { requireGit } from "@proofloop/foundation/git"
import type { Input } from "../../arguments/verb.ts"
import { EXIT_CODES } from "../../console/exit_code.ts"
import type { Io } from "../../console/io.ts"
import { isMisuse } from "../../console/misuse.ts"
import { untilStopped } from "../../replay/until_stopped.ts"
import { rootOf } from "../references.ts"
import type { CheckSettings } from "../settings.ts"
import { type ChangeWatch, watchIndex, watchWorkTree } from "./watch_work_tree.ts"

/** Judges once; null when stopped. `before_report` is called before anything is printed. */
type Once = (signal: AbortSignal, before_report: () => void) => Promise<number | null>

/**
 * Judges at the start and whenever files have changed since, one run after the other, until somebody stops it. Resolves to the
 * exit code of the last run. Rejects when watching fails.
 */
export async function watchCheck(
  input: Input,
  io: Io,
  { format, reports }: CheckSettings,
  once: Once,
): Promise<number> {
  const clear = format === "text" && io.stdout.is_terminal ? () => io.stdout.write(CLEAR) : () => {}
  let code: number = EXIT_CODES.aborted
  await untilStopped(io, async (signal) => {
    // Before the first run, so that what changes meanwhile is seen.
    const watching = await open(input, io, new Set(reports.map(({ file }) => file)))
    try {
      code = (await once(signal, clear)) ?? code
      io.stderr.write(signal.aborted ? "" : WAITING)
      while (await watching.changed(signal)) {
        code = (await again(io, () => once(signal, clear))) ?? code
        io.stderr.write(signal.aborted ? "" : WAITING)
      }
    } finally {
      watching.close()
    }
  })
  return code
}

const CLEAR = "\u001b[2J\u001b[3J\u001b[H"
const WAITING = "check: waiting for changes; Ctrl-C ends it\n"

async function open(input: Input, io: Io, own: ReadonlySet<string>): Promise<ChangeWatch> {
  const root = await rootOf(input.text("repo") ?? ".", io.cwd)
  if (!input.flag("staged")) return watchWorkTree(root, own)
  const named = io.env["GIT_INDEX_FILE"] ?? (await requireGit(root, ["rev-parse", "--git-path", "index"]))
  return watchIndex(resolve(root, named.replace(/\n$/, "")))
}

/** A present problem, such as a conflict in the index, may be gone after the next change. */
async function again(io: Io, once: () => Promise<number | null>): Promise<number | null> {
  try {
    return await once()
  } catch (error) {
    if (!isMisuse(error)) throw error
    io.stderr.write(`proofloop: ${thrownMessage(error)}\n`)
    return EXIT_CODES.misuse
  }
}
