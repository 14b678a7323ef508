import { mkdir, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"

/** Journals that one run keeps, and runs that keep theirs. */
const MOST_OF_RUN = 50
const MOST_RUNS = 50

/** A new journal of a loop, below `journals` of the state folder; the oldest go. For people; nobody resumes it. */
export async function errandJournal(
  { state_dir, now }: { readonly state_dir: string; readonly now: () => number },
  run_id: string,
  errand_id: string,
): Promise<string> {
  const all = join(state_dir, "journals")
  const own = join(all, run_id)
  await mkdir(own, { recursive: true, mode: 0o700 })
  await keepNewest(own, MOST_OF_RUN - 1)
  await keepNewest(all, MOST_RUNS)
  const name = errand_id.replaceAll(/[^\w-]/g, "_").slice(0, 80)
  const at = new Date(now()).toISOString().replaceAll(/\D/g, "")
  return join(own, `${name}-${at}.jsonl`)
}

/** Another process may remove the same. */
async function keepNewest(folder: string, most: number): Promise<void> {
  const names = await readdir(folder).catch((): readonly string[] => [])
  if (names.length <= most) return
  const dated = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }))
      return { name, at: mtimeMs }
    }),
  )
  const old = dated.toSorted((one, other) => other.at - one.at).slice(most)
  for (const { name } of old)
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
}
