import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { onTestFinished, vi } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { findProgram } from "../sandbox/find_program.ts"

/**
 * Sets variables of this process, which other test files read as well, until `ends` says so: by default until the test
 * ends. Undefined removes one. The returned function takes them back at once.
 */
export function setEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  ends: (restore: () => void) => void = onTestFinished,
): () => void {
  const restore = (): void => void vi.unstubAllEnvs()
  ends(restore)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return restore
}

/** A folder for PATH with links to these programs alone. */
export async function pathWith(...names: readonly string[]): Promise<string> {
  const folder = await folderWith()
  for (const name of names) await symlink(findProgram(name) ?? "", join(folder, name))
  return folder
}
