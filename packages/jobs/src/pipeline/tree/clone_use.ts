import { randomUUID } from "node:crypto"
import { readdir, readFile, rm, utimes, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"
import { isRunning, ownIdentity, withLock } from "@proofloop/foundation/process"
import * as z from "zod"

const useSchema = z.object({ pid: z.number(), began: z.string().nullable(), host: z.string() })

/** Does something while nobody takes or evicts this clone. Rejects as `work` does, and after a minute in vain. */
export async function alone<Result>(
  folder: string,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const busy = () => new Error(`another process takes or removes ${join(folder, name)}`)
  return withLock(join(folder, name), { wait_ms: 60_000, busy }, work)
}

/** Notes that this process uses a clone now; resolves to what ends it. */
export async function markUsed(folder: string, name: string): Promise<() => Promise<void>> {
  const mark = join(folder, `${name}.use-${randomUUID()}`)
  await writeFile(mark, JSON.stringify({ ...ownIdentity(), host: hostname() }), { mode: 0o600 })
  const now = new Date()
  await utimes(join(folder, name), now, now)
  return async () => rm(mark, { force: true }).catch(() => undefined)
}

/** Whether a process uses it; one of another machine counts until its mark is removed. */
export async function isUsed(folder: string, name: string): Promise<boolean> {
  const marks = (await readdir(folder)).filter((one) => one.startsWith(`${name}.use-`))
  for (const mark of marks) {
    const use = await readUse(join(folder, mark))
    if (use === null || use.host !== hostname() || isRunning(use)) return true
    await rm(join(folder, mark), { force: true })
  }
  return false
}

async function readUse(path: string) {
  try {
    return useSchema.safeParse(JSON.parse(await readFile(path, "utf8"))).data ?? null
  } catch {
    return null
  }
}
