import { mkdir, readdir, rm } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"
import { readLog, writeWholeFile } from "@proofloop/foundation/files"
import { isRunning, ownIdentity } from "@proofloop/foundation/process"
import * as z from "zod"

export interface Worker {
  readonly pid: number
  /** When the process started, as its system counts; null where the system does not say. */
  readonly began: string | null
  readonly host: string
  /** When it joined the fleet, ISO 8601. */
  readonly started_at: string
  /** Turns that it takes at a time, at most. */
  readonly concurrency: number
  readonly repositories: number
  readonly active: readonly string[]
  readonly turns: number
  /** It takes no new turn, and ends with those at work. */
  readonly is_draining: boolean
}

const workerSchema: z.ZodType<Worker> = z.object({
  pid: z.number(),
  began: z.string().nullable(),
  host: z.string(),
  started_at: z.string(),
  concurrency: z.number(),
  repositories: z.number(),
  active: z.array(z.string()),
  turns: z.number(),
  is_draining: z.boolean(),
})

const CLOCKS_APART_MS = 60_000
const MOST_BYTES = 1024 * 1024

/** A person's wish that the workers end. It is for those that ran at the time. */
export interface Drain {
  /** When it was said, ISO 8601. */
  readonly at: string
  readonly by: string
}

const drainSchema: z.ZodType<Drain> = z.object({ at: z.iso.datetime(), by: z.string() })

export interface Workers {
  /** Tells how this process does. Rejects as the file system does. */
  tell(
    worker: Pick<Worker, "concurrency" | "repositories" | "active" | "turns" | "is_draining">,
  ): Promise<void>
  /** Removes what this process told, because it ends. */
  leave(): Promise<void>
  /** Those that run; what dead ones left is removed. */
  list(): Promise<readonly Worker[]>
  /** Asks every worker that runs now to end; `by` is who asks. */
  drain(by: string): Promise<Drain>
  /** The wish that this process has to obey; null: none. */
  drainAsked(): Promise<Drain | null>
}

/** The folder `fleet` of a state folder. */
export function openWorkers(state_dir: string, now: () => number): Workers {
  const folder = join(state_dir, "fleet")
  const own = ownIdentity()
  const host = hostname()
  const started_at = new Date(now()).toISOString()
  const file = join(folder, `worker-${own.pid}.json`)
  const drain_file = join(folder, "drain.json")
  const write = async (path: string, value: object): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWholeFile(path, `${JSON.stringify(value)}\n`)
  }
  return {
    tell: async (worker) => write(file, { ...own, host, started_at, ...worker }),
    leave: async () => rm(file, { force: true }),
    async list() {
      const names = await readdir(folder).catch(() => [])
      const found: Worker[] = []
      for (const name of names.filter((one) => /^worker-\d+\.json$/.test(one)).toSorted()) {
        const worker = workerSchema.safeParse(await readJson(join(folder, name))).data
        if (worker !== undefined && (worker.host !== host || isRunning(worker))) found.push(worker)
        // A folder of that name is none of ours.
        else await rm(join(folder, name), { force: true }).catch(() => undefined)
      }
      return found
    },
    async drain(by) {
      const drain = { at: new Date(now()).toISOString(), by }
      await write(drain_file, drain)
      return drain
    },
    async drainAsked() {
      const drain = drainSchema.safeParse(await readJson(drain_file)).data
      if (drain === undefined || drain.at < started_at) return null
      // A wish of the far future would end every worker until then.
      return Date.parse(drain.at) <= now() + CLOCKS_APART_MS ? drain : null
    },
  }
}

/** Null for a link, and for a pipe, which would never end. */
async function readJson(path: string): Promise<unknown> {
  try {
    const bytes = await readLog(path, async (file) => (file.size <= MOST_BYTES ? file.bytes() : null))
    return bytes === null ? null : JSON.parse(bytes.toString())
  } catch {
    return null
  }
}
