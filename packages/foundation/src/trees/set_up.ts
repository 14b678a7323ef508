import { dirname, join } from "node:path"
import { removeFolder } from "../files/remove_folder.ts"
import type { Runner } from "../sandbox/runner.ts"
import { cutMiddle } from "../text/code_points.ts"
import { redactSecrets } from "../text/redact.ts"
import { cacheFolder, defaultCacheFolder, newEntry, readEntry, writeEntry } from "./cache.ts"
import { addedPaths, isInstalled, listPaths } from "./listing.ts"
import { registries } from "./registries.ts"
import { setupKey } from "./setup_key.ts"
import { HOME_OF_SETUP, type Setup } from "./setup_place.ts"

export interface SetUpOptions {
  readonly runner: Runner
  /** Default: `proofloop/trees` in the user's cache folder. */
  readonly cache_dir?: string | undefined
  /** For each command. Default 600 000. */
  readonly timeout_ms?: number | undefined
  /** Aborts the set-up. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export interface SetUp {
  readonly setup: Setup
  readonly from: "cache" | "command" | "nowhere"
  /** What it left outside the tree. */
  readonly home: string | null
  /** null: it worked. */
  readonly failure: string | null
}

/** Sets a tree up, from its cache or by the command in a room with the network. Rejects with the signal's reason. */
export async function setUp(root: string, setup: Setup, options: SetUpOptions): Promise<SetUp> {
  options.signal?.throwIfAborted()
  const cache_dir = await cacheFolder(options.cache_dir ?? defaultCacheFolder())
  const before = await listPaths(root, isInstalled)
  const key = await setupKey(root, setup, before)
  const cached = await readEntry(cache_dir, key)
  if (cached !== null) {
    await cached.putInto(root)
    return { setup, from: "cache", home: cached.home, failure: null }
  }
  const nowhere = { setup, from: "nowhere", home: null } as const
  const known = recentFailure(key)
  if (known !== null) return { ...nowhere, failure: known }
  const home = await newEntry(cache_dir)
  const failure = await install(root, setup, home, options)
  if (failure !== null) {
    failures.set(key, { failure, at: Date.now() })
    await removeFolder(dirname(home))
    await removeAdded(root, before)
    return { ...nowhere, failure }
  }
  const paths = addedPaths(before, await listPaths(root, isInstalled))
  return {
    setup,
    from: "command",
    home: await writeEntry(cache_dir, key, { tree: root, paths, home }),
    failure: null,
  }
}

/** A registry that does not answer is not asked again for the next tree. */
const FAILURE_KEPT_MS = 300_000
const failures = new Map<string, { readonly failure: string; readonly at: number }>()

function recentFailure(key: string): string | null {
  const known = failures.get(key)
  return known !== undefined && Date.now() - known.at < FAILURE_KEPT_MS ? known.failure : null
}

/** Why it failed, null: it did not. */
async function install(
  root: string,
  setup: Setup,
  home: string,
  options: SetUpOptions,
): Promise<string | null> {
  const { runner, timeout_ms = 600_000, signal } = options
  const { env: addresses, readable } = await registries(setup.manager)
  const env = { ...addresses, ...filledIn(setup.env, home) }
  const room = await runner.open(root, { network: true, env, readable, writable: [home] })
  try {
    const outcome = await room.run({ command: setup.command, cwd: setup.folder, timeout_ms, signal })
    signal?.throwIfAborted()
    if (outcome.exit_code === 0) return null
    const told = cutMiddle(redactSecrets(outcome.output.trim()), 2000)
    if (outcome.spawn_error !== null) return outcome.spawn_error
    return `${outcome.timed_out ? `it took longer than ${timeout_ms} ms` : `exit code ${outcome.exit_code}`}\n${told}`
  } finally {
    await room.close()
  }
}

/** Half an installation is worse than none. */
async function removeAdded(root: string, before: ReadonlySet<string>): Promise<void> {
  for (const path of addedPaths(before, await listPaths(root, isInstalled))) {
    await removeFolder(join(root, path))
  }
}

/** The variables of a set-up, with its folder outside the tree. */
export function filledIn(env: Readonly<Record<string, string>>, home: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replace(HOME_OF_SETUP, () => home)]),
  )
}
