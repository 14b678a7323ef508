import { realpathSync } from "node:fs"
import { realpath } from "node:fs/promises"
import { join, posix } from "node:path"
import { containedRead, isInside } from "@proofloop/foundation/files"
import { type ChangeSet, listTree } from "@proofloop/foundation/git"
import type { Runner } from "@proofloop/foundation/sandbox"
import type { OutputParser } from "@proofloop/runtime/detector"
import { computeFingerprint, manifestDigest } from "./compute_fingerprint.ts"
import type { Baselines, RepositoryFacts, UrlProbe } from "./facts.ts"
import type { Fingerprint } from "./fingerprint.ts"
import { listedPaths } from "./listed_paths.ts"
import { overlayFacts } from "./overlay_facts.ts"
import { cacheReads } from "./read_cache.ts"

export interface FactsOptions {
  /** Measures from before the change. Default: none, and a critic that needs one is `unable`. */
  readonly baselines?: Baselines | undefined
  /** Asks whether a URL exists. Default: no request is made. */
  readonly probe?: UrlProbe | undefined
  /** Where builds and tests run. Default: with the rights of this process. */
  readonly runner?: Runner | undefined
  /** Read what builds and tests print, before the built-in parsers. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
  /** Default: computed from the manifests on first use. null: unknown. */
  readonly fingerprint?: Fingerprint | null | undefined
}

/** Facts of the folder `root` on the disk, and of a change in it. Throws when the folder is missing. */
export function workTreeFacts(root: string, change: ChangeSet, options: FactsOptions = {}): RepositoryFacts {
  const real_root = realpathSync(root)
  const read = cacheReads(async (path) => {
    const content = isGitFolder(path) ? null : await containedRead(real_root, path)
    return typeof content === "string" ? null : content
  })
  const disk: Omit<RepositoryFacts, "fingerprint"> = {
    root: real_root,
    baselines: options.baselines ?? {},
    probe: options.probe,
    runner: options.runner,
    parsers: options.parsers,
    read: (path) => read(posix.normalize(path)),
    exists: (path) => isThere(real_root, path),
    paths: once(async () => listedPaths(await listTree(real_root))),
  }
  return withFingerprint({ ...disk, ...layOver(disk, change) }, options)
}

/** The same facts with a fingerprint that is computed once, on first use. */
export function withFingerprint(
  facts: Omit<RepositoryFacts, "fingerprint">,
  { fingerprint }: FactsOptions,
): RepositoryFacts {
  const compute = once(() => cachedFingerprint(facts))
  return {
    ...facts,
    fingerprint: () => (fingerprint === undefined ? compute() : Promise.resolve(fingerprint)),
  }
}

/** A change's own paths win over the files on the disk. */
export function layOver(
  facts: Omit<RepositoryFacts, "fingerprint">,
  change: ChangeSet,
): Pick<RepositoryFacts, "read" | "exists" | "paths"> {
  const laid = overlayFacts({ ...facts, fingerprint: () => Promise.resolve(null) }, change)
  return {
    read: (path) => laid.read(path),
    exists: (path) => laid.exists(path),
    paths: once(async () => listedPaths(await laid.paths())),
  }
}

export function once<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null
  return () => (result ??= compute())
}

async function isThere(root: string, path: string): Promise<boolean> {
  const plain = posix.normalize(path)
  if (path.includes("\0") || posix.isAbsolute(plain) || isGitFolder(plain)) return false
  const real = await realpath(join(root, plain)).catch(() => null)
  return real !== null && isInside(root, real)
}

function isGitFolder(path: string): boolean {
  return path.split("/").includes(".git")
}

const MOST_REMEMBERED = 8

const remembered = new Map<string, Promise<Fingerprint | null>>()

/** The fingerprint, computed once for the same files and manifests; null when it cannot be. Never rejects. */
async function cachedFingerprint(
  facts: Pick<RepositoryFacts, "paths" | "read">,
): Promise<Fingerprint | null> {
  const digest = await manifestDigest(facts)
  const known = remembered.get(digest)
  if (known !== undefined) return known
  const fingerprint = computeFingerprint(facts).catch(() => {
    remembered.delete(digest)
    return null
  })
  remembered.set(digest, fingerprint)
  for (const oldest of remembered.keys()) {
    if (remembered.size > MOST_REMEMBERED) remembered.delete(oldest)
  }
  return fingerprint
}
