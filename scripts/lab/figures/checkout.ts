import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cleanEnvironment, run, toolPath } from "../../child.mjs"
import { packAll } from "../../packaging/pack.ts"
import { publishedPackages } from "../../packaging/published.mjs"
import { buildProblem } from "../../packaging/sources_stamp.mjs"
import type { Tarball } from "../../packaging/tarball.ts"

/** The checkout that is measured; what several figures need is made once, when the first asks for it. */
export interface Checkout {
  readonly root: string
  /** A temp folder for what measuring needs; gone after `dispose`. */
  readonly workshop: string
  /** Builds `dist` of every package where it is older than the sources. Rejects with what the build said. */
  readonly built: () => Promise<void>
  /** Every published package, packed. Rejects with `RegistryUnreachable` when pnpm is not at hand. */
  readonly packed: () => Promise<ReadonlyMap<string, Tarball>>
  /** Runs a script of its package.json. */
  readonly script: (name: string, args?: readonly string[]) => Promise<Ended>
  /** Runs a TypeScript program by its path from the root. */
  readonly program: (path: string, args: readonly string[]) => Promise<Ended>
  readonly dispose: () => void
}

interface Ended {
  readonly code: number
  /** All that it printed. */
  readonly output: string
}

/** An hour: longer than anything that is measured here takes. */
const TIMEOUT_MS = 3_600_000

export function openCheckout(root: string): Checkout {
  const workshop = mkdtempSync(join(tmpdir(), "proofloop-figures-"))
  const dispose = (): void => rmSync(workshop, { recursive: true, force: true })
  // A stopped run leaves nothing behind either.
  process.once("exit", dispose)
  const options = { cwd: root, env: cleanEnvironment(), timeout: TIMEOUT_MS }
  const built = once(async () => {
    if (isBuilt(root)) return
    const { code, output } = await run(process.execPath, [join(root, "scripts/build.mjs")], options)
    if (code !== 0) throw new Error(`npm run build failed:\n${output}`)
  })
  return {
    root,
    workshop,
    built,
    packed: once(async () => {
      await built()
      return packAll(root, join(workshop, "tarballs"))
    }),
    script: (name, args = []) => run("npm", ["run", "--silent", name, "--", ...args], options),
    program: (path, args) =>
      run(process.execPath, [toolPath(root, "tsx"), join(root, path), ...args], options),
    dispose,
  }
}

function isBuilt(root: string): boolean {
  return publishedPackages(root)
    .filter(({ entries }) => entries.length > 0)
    .every(({ folder }) => buildProblem(root, folder) === null)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
