import { statSync } from "node:fs"
import { resolve } from "node:path"
import { oneLine } from "@proofloop/foundation/text"
import { isJournalError, readRecord } from "@proofloop/runtime/internal/journal"
import { TRUSTED_HOSTS } from "../arguments/may_decide.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { hasWholeLine, linesOf } from "../explain/lines.ts"
import { shellWord } from "../terminal/text.ts"
import { askedModel, createJobLoop, type Job, readDurability, readKeptJob } from "./job.ts"
import { unaskedMachine, unnamedVariable } from "./model_settings.ts"
import { perform } from "./perform.ts"

/** Resumes the run of a journal that `proofloop run --journal` wrote. Exit code 0 only if the result is verified. */
export async function resumeTask(input: Input, io: Io): Promise<number> {
  const [name = ""] = input.positionals
  const file = resolve(io.cwd, name)
  const kept = await readJobOf(file, name)
  const asked = askedModel(input)
  if (asked.base_url === undefined) refuseMachine(kept, name, io.env)
  const { model = kept.model, base_url = kept.base_url, api_key_env = kept.api_key_env } = asked
  if (asked.api_key_env === undefined) refuseVariable(kept, name, base_url)
  const job: Job = { ...kept, model, base_url, api_key_env }
  if (statSync(job.root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Misuse(`${name}: the run worked in ${job.root}, and there is no such folder any more`)
  }
  const loop = await createJobLoop(job, input, io.env)
  const durability = readDurability(input)
  const expected_head = readHead(input)
  await input.ready()
  const start = (signal: AbortSignal): ReturnType<typeof loop.resume> =>
    loop.resume({ file, durability }, { signal, expected_head }).catch((error: unknown) => {
      throw isJournalError(error) ? new Misuse(error.message) : error
    })
  return perform(job, start, { heading: "proofloop resume", journal: file }, { input, io })
}

/** A journal is a file like any other, and may come with a repository: it names no machine that would get a key. */
function refuseMachine(kept: Job, name: string, env: Io["env"]): void {
  const host = unaskedMachine(kept, env)
  if (host === null) return
  throw new Misuse(
    `${name} names the machine ${host}, which a file may not choose; if you trust it, set ${TRUSTED_HOSTS}=${host}, or say --base-url ${shellWord(oneLine(kept.base_url))}`,
  )
}

/** What the variable holds would be sent: a file names no secret of the caller's, not even for a trusted machine. */
function refuseVariable(kept: Job, name: string, base_url: string): void {
  const variable = unnamedVariable(kept)
  if (variable === null) return
  const [shown, host] = [oneLine(variable), URL.canParse(base_url) ? new URL(base_url).host : base_url]
  throw new Misuse(
    `${name} names the variable ${shown}, whose content would be sent to ${oneLine(host)} as the key, and a file may not choose it; if it is the key for that machine, say --api-key-env ${shellWord(shown)}`,
  )
}

/** Throws Misuse for what is no hash. */
function readHead(input: Input): string | undefined {
  const head = input.text("head")
  if (head === undefined || /^[0-9a-f]{64}$/.test(head)) return head
  throw new Misuse(
    `--head: expected the journal_head.head_sha256 of an earlier --json, got ${JSON.stringify(head)}`,
  )
}

/** The job in the journal's first record. Throws Misuse. */
async function readJobOf(file: string, name: string): Promise<Job> {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) throw new Misuse(`there is no file ${name}`)
  if (!stats.isFile()) throw new Misuse(`${name} is not a file; resume needs the journal of a run`)
  for await (const line of (await hasWholeLine(file)) ? linesOf(file) : []) {
    const job = readNote(line, name)
    if (job === null) throw new Misuse(`${name} is the journal of another program; resume it there`)
    return job
  }
  throw new Misuse(`no run has begun in ${name}; start it with proofloop run --journal ${shellWord(name)}`)
}

function readNote(line: string, name: string): Job | null {
  try {
    const record = readRecord(line, `${name}:1`)
    return record.type === "begun" ? readKeptJob(record.note) : null
  } catch (error) {
    if (isJournalError(error)) throw new Misuse(`${error.message}; resume needs the journal of a run`)
    throw error
  }
}
