import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { initRepository, requireGit, shareWorkFiles } from "@proofloop/foundation/git"
import type { Benchmark } from "./benchmark.ts"
import { percentile } from "./percentile.ts"

const FILES = 20_000
const FOLDERS = 400

/** What it costs to know whether any file of a repository is another. */
export const workFiles: Benchmark = {
  name: "work_files",
  about: `the digest of a repository of ${FILES} files in ${FOLDERS} folders`,
  async run({ rounds }) {
    const root = await mkdtemp(join(await realpath(tmpdir()), "proofloop-bench-"))
    try {
      await makeRepository(root, FILES)
      const opened = performance.now()
      const files = await shareWorkFiles(root)
      const open_ms = performance.now() - opened
      const times: number[] = []
      const busy: number[] = []
      // Files as new as their reading are read again: the second may be no later one yet.
      for (let round = 0; round < Math.max(rounds, 10) + 2; round += 1) {
        const started = performance.now()
        const used = process.cpuUsage()
        const { sha256 } = await files.read()
        if (sha256 === null) throw new Error("the repository cannot be read")
        times.push(performance.now() - started)
        const { user, system } = process.cpuUsage(used)
        busy.push((user + system) / 1000)
      }
      await files.close()
      return [
        { name: "open", value: open_ms, unit: "ms", note: "once a run" },
        { name: "first digest", value: times[0] ?? 0, unit: "ms", note: "every file is hashed" },
        {
          name: "later digests",
          value: percentile(times.slice(2), 0.5),
          unit: "ms",
          note: "nothing changed",
        },
        {
          name: "later digests, of a processor",
          value: percentile(busy.slice(2), 0.5),
          unit: "ms",
          bar: { at: "most", value: 150 },
        },
      ]
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  },
}

export async function makeRepository(root: string, files: number): Promise<void> {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const place = join(root, `package_${folder % 20}`, `folder_${folder}`)
    await mkdir(place, { recursive: true })
    const text = `export const part = ${folder}\n`.repeat(40)
    for (let file = 0; file < files / FOLDERS; file += 1)
      await writeFile(join(place, `file_${file}.ts`), `${text}// ${file}\n`)
  }
  await initRepository(root)
  await requireGit(root, ["add", "."])
  await requireGit(root, ["commit", "--quiet", "--no-verify", "--message=first"])
}
