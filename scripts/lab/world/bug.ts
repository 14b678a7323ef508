import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { initRepository, requireGit } from "@proofloop/foundation/git"
import { z } from "zod"

export const editSchema = z.strictObject({ path: z.string(), old_string: z.string(), new_string: z.string() })

export type Edit = z.output<typeof editSchema>

/** Clones a repository to `origin`, with a bug on its main branch. Rejects when the place of the bug is not there exactly once. */
export async function cloneWithBug(
  repository: string,
  origin: string,
  { path, old_string, new_string }: Edit,
): Promise<void> {
  await requireGit(".", ["clone", "--quiet", "--no-local", repository, origin])
  await initRepository(origin)
  const file = join(origin, path)
  const text = await readFile(file, "utf8")
  if (text.split(old_string).length !== 2) throw new Error(`bug: old_string is not in ${path} exactly once`)
  await writeFile(
    file,
    text.replace(old_string, () => new_string),
  )
  await requireGit(origin, ["commit", "--quiet", "--all", "--no-verify", `--message=Simplify ${path}`])
}
