import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { cloneWithBug, type Edit } from "./bug.ts"
import type { Place } from "./carried.ts"

/** A clone of the repository with the bug on its main branch, and a bare forge of it. */
export async function openForge(
  bug: Edit,
  { repository, folder }: Place,
): Promise<{ readonly origin: string; readonly forge: string }> {
  const [origin, forge] = [join(folder, "origin"), join(folder, "forge.git")]
  await cloneWithBug(repository, origin, bug)
  await requireGit(folder, ["clone", "--quiet", "--bare", "--no-local", origin, forge])
  return { origin, forge }
}
