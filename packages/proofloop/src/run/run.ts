import { existsSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { JournalFile } from "@proofloop/runtime/internal/journal"
import { readAssignments } from "../arguments/assignments.ts"
import { isFolder, requireFolder } from "../arguments/folders.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { hasWholeLine } from "../explain/lines.ts"
import { shellWord } from "../terminal/text.ts"
import { createJobLoop, type Job, readDurability, readJob } from "./job.ts"
import { perform } from "./perform.ts"

/** Lets a real model work on a real repository. Exit code 0 only if the result is verified. */
export async function runTask(input: Input, io: Io): Promise<number> {
  const journal = await readJournalOption(input, io)
  const job = await readJob(input, io)
  if (journal !== null) refuseSecrets(job)
  const loop = await createJobLoop(job, input, io.env)
  await input.ready()
  const kept = journal === null ? {} : { journal, note: job }
  const about = { heading: "proofloop run", journal: journal?.file ?? null }
  return perform(job, (signal) => loop.run(job.task, { signal, ...kept }), about, { input, io })
}

/** A journal keeps the job, so that it can be resumed. Throws Misuse for a value in it that may be a key. */
function refuseSecrets({ set, base_url }: Job): void {
  const { verify_completion } = readAssignments(set)
  if (typeof verify_completion === "object" && verify_completion !== null && "env" in verify_completion) {
    throw new Misuse(
      "--set verify_completion.env: a journal keeps what --set says, and an environment may hold keys; put it into the command's own script",
    )
  }
  if (URL.canParse(base_url) && (new URL(base_url).username !== "" || new URL(base_url).password !== "")) {
    throw new Misuse("--base-url: a journal keeps the URL, and this one holds a password; use --api-key-env")
  }
}

/** Where to keep the journal. Throws Misuse if a run is in it already. */
async function readJournalOption(input: Input, io: Io): Promise<Required<JournalFile> | null> {
  const name = input.text("journal")
  if (name === undefined) {
    if (input.text("durability") === undefined) return null
    throw new Misuse("--durability says how a journal is kept: it needs --journal FILE")
  }
  const file = resolve(io.cwd, name)
  // A first line that a crash cut off is not a run.
  if (isFolder(file)) throw new Misuse(`--journal: ${file} is a folder`)
  requireFolder(dirname(file), "--journal")
  if (existsSync(file) && (await hasWholeLine(file))) {
    throw new Misuse(
      `--journal: ${file} exists already; go on with its run (npx proofloop resume ${shellWord(name)}) or name another file`,
    )
  }
  return { file, durability: readDurability(input) }
}
