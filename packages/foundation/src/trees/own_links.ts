import { readdir, realpath } from "node:fs/promises"
import { join, relative } from "node:path"
import { isWithin } from "../sandbox/toolchains.ts"
import { listPaths } from "./listing.ts"

/** A package of a tree that lies outside it: two trees would run the same code. */
export class ForeignPackageError extends Error {
  readonly code = "foreign_package"
  /** Relative to the tree. */
  readonly path: string
  readonly leads_to: string

  constructor(path: string, leads_to: string) {
    super(`${path} leads out of the tree, to ${leads_to}: a run there proves nothing about this commit`)
    this.name = "ForeignPackageError"
    this.path = path
    this.leads_to = leads_to
  }
}

/**
 * Proves that a tree's packages load only the tree's own code. Each package that is linked into a `node_modules`, and
 * that folder itself, must have its real path in the tree. Links that lead nowhere are left alone. Rejects with
 * ForeignPackageError.
 */
export async function requireOwnPackages(tree: string): Promise<void> {
  const root = await realpath(tree)
  const paths = await listPaths(root, (name) => name === "node_modules")
  for (const path of paths) {
    const name = path.replace(/\/$/, "")
    if (name !== "node_modules" && !name.endsWith("/node_modules")) continue
    for (const linked of await packagesIn(join(root, name))) {
      const real = await realpath(linked).catch(() => null)
      if (real !== null && !isWithin(real, root)) throw new ForeignPackageError(relative(root, linked), real)
    }
  }
}

/** The folder, its packages, and those of its scopes. */
async function packagesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  const scopes = names.filter((name) => name.startsWith("@"))
  const scoped = await Promise.all(
    scopes.map(async (scope) =>
      (await readdir(join(folder, scope)).catch(() => [])).map((name) => join(scope, name)),
    ),
  )
  return [".", ...names, ...scoped.flat()].map((name) => join(folder, name))
}
