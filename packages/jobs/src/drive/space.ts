import { statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { EnvironmentFault } from "./fault.ts"

/** With less than this git, a store or a test soon fails at its next file. */
const LEAST_BYTES = 8 * 2 ** 20

/**
 * Rejects with an EnvironmentFault where less than 8 MiB, or no file, is free beside a folder or for temporary files.
 * What failed there says nothing about a row.
 */
export async function requireSpace(folder: string): Promise<void> {
  for (const place of [folder, tmpdir()]) {
    const disk = await statfs(place).catch(() => null)
    if (disk === null) continue
    const { bavail, bsize, files, ffree } = disk
    // Some file systems count no files.
    if (bavail * bsize >= LEAST_BYTES && (files === 0 || ffree > 0)) continue
    const why = `the disk is full: less than 8 MiB, or no file, is free at ${place}`
    throw new EnvironmentFault("runner", why, { needs_person: true })
  }
}
