import type { Forge } from "../../forge/forge.ts"
import { ForgeError } from "../../forge/forge_error.ts"

/** Puts a commit on one of our branches of the forge; false if somebody else's commit is on it. Rejects with ForgeError. */
export async function advanced(
  { forge, root }: { readonly forge: Forge; readonly root: string },
  commit: string,
  branch: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await forge.git.advance(root, commit, branch, signal)
    return true
  } catch (error) {
    if (error instanceof ForgeError && error.problem === "branch_moved") return false
    throw error
  }
}

/** The result of `take` for the first of "name", "name-2", "name-3" that it accepts; null: it leaves the name. */
export async function firstBranch<Taken>(
  name: string,
  take: (branch: string) => Promise<Taken | null>,
): Promise<Taken> {
  for (let number = 1; ; number += 1) {
    const taken = await take(number === 1 ? name : `${name}-${number}`)
    if (taken !== null) return taken
  }
}
