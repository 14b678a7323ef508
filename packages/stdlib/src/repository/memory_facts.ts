import { posix } from "node:path"
import { type ChangeSet, changeSet } from "@proofloop/foundation/git"
import type { Baselines, RepositoryFacts, UrlProbe } from "./facts.ts"
import type { Fingerprint } from "./fingerprint.ts"

export interface MemoryFactsOptions {
  /** null: not known. Default: null. */
  readonly fingerprint?: Fingerprint | null | undefined
  /** Measures from before the change. Default: none, and a critic that needs one is `unable`. */
  readonly baselines?: Baselines | undefined
  /** Asks whether a URL exists. Default: no request is made. */
  readonly probe?: UrlProbe | undefined
  /** The work tree in which critics may run commands. Default: none. */
  readonly root?: string | undefined
}

/** Facts of a repository given as data: the old `files`, with `change` laid over them. */
export function memoryFacts(
  files: Readonly<Record<string, string | Uint8Array>>,
  change: ChangeSet = changeSet([]),
  options: MemoryFactsOptions = {},
): RepositoryFacts {
  const contents = new Map<string, Uint8Array>()
  for (const { path, after } of changeSet(entries(files)).files) if (after) contents.set(path, after)
  for (const { path, after } of change.files) {
    if (after === null) contents.delete(path)
    else contents.set(path, after)
  }
  const paths = [...contents.keys()].sort()
  return {
    root: options.root ?? null,
    baselines: options.baselines ?? {},
    probe: options.probe,
    read: (path) => Promise.resolve(contents.get(posix.normalize(path)) ?? null),
    exists(path) {
      const plain = posix.normalize(path).replace(/\/$/, "")
      return Promise.resolve(
        plain === "." || contents.has(plain) || paths.some((known) => known.startsWith(`${plain}/`)),
      )
    },
    paths: () => Promise.resolve(paths),
    fingerprint: () => Promise.resolve(options.fingerprint ?? null),
  }
}

function entries(files: Readonly<Record<string, string | Uint8Array>>) {
  return Object.entries(files).map(([path, after]) => ({ path, after }))
}
