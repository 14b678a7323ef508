import { lenientText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import type { Runner } from "@proofloop/foundation/sandbox"
import type { RepositoryFacts } from "@proofloop/stdlib/critics"
import type { Fingerprint } from "@proofloop/stdlib/internal/critics"
import { isAside, isCode, type Part, partsOf } from "./ecosystems.ts"
import { testsOfOtherNames } from "./tests_of_other_names.ts"

/** The input of analysers. Reads are bounded and cached. Follows no link out of the tree, and runs nothing of it. */
export interface Repository {
  readonly facts: RepositoryFacts
  /** The whole id of the analysed commit; null: a folder as it is. */
  readonly commit: string | null
  /** Every file, vendored ones left out, sorted. */
  readonly paths: readonly string[]
  /** Code in the five ecosystems, without tests and side matters. */
  readonly sources: readonly string[]
  /** Code that tests: by its path, by what it defines, or because CI, tox or a manifest runs it as a test. */
  readonly tests: readonly string[]
  /** `texts` reads a part of its code alone, so nothing is absent because no text shows it. */
  readonly is_part: boolean
  /** Its languages, most sources first; empty: none of the five ecosystems. */
  readonly parts: readonly Part[]
  /** Its languages, dependencies and entry points; null when it could not be taken. */
  readonly fingerprint: Fingerprint | null
  /** Where its own build and tests may run; undefined: they may not. */
  readonly runner: Runner | undefined
  /** The names of failing tests; null: they could not run; undefined: nobody has run them. */
  readonly failing_tests: readonly string[] | null | undefined
  /** Aborted when the analysis has to stop; undefined: it never is. */
  readonly signal: AbortSignal | undefined
  /** A file's text with plain line ends; null when missing, binary or above 512 KiB. Rejects once aborted. */
  text(path: string): Promise<string | null>
  /** The readable texts, in this order; of more than 3000 files so many, evenly spread. */
  texts(paths: readonly string[]): AsyncGenerator<TextFile>
}

export interface TextFile {
  /** Path relative to the root, with "/". */
  readonly path: string
  /** The content, with plain line ends. */
  readonly text: string
}

/** Longest text that is read, in bytes. */
const MAX_TEXT = 512 * 1024
export const MOST_READ = 3000
/** Read together: git answers for many as fast as for one. */
const READ_AT_ONCE = 64

export interface RepositoryOptions {
  readonly commit?: string | null | undefined
  readonly runner?: Runner | undefined
  readonly failing_tests?: readonly string[] | null | undefined
  readonly signal?: AbortSignal | undefined
}

export async function repositoryOf(
  facts: RepositoryFacts,
  { commit = null, runner, failing_tests, signal }: RepositoryOptions = {},
): Promise<Repository> {
  const [paths, fingerprint] = await Promise.all([facts.paths(), facts.fingerprint()])
  const text = async (path: string) => {
    signal?.throwIfAborted()
    return textOf(await facts.read(path))
  }
  const texts = async function* (wanted: readonly string[]): AsyncGenerator<TextFile> {
    const sample = spread(wanted)
    for (let from = 0; from < sample.length; from += READ_AT_ONCE) {
      const part = sample.slice(from, from + READ_AT_ONCE)
      const read = await Promise.all(part.map(text))
      for (const [index, path] of part.entries()) {
        const found = read[index]
        if (typeof found === "string") yield { path, text: found }
      }
    }
  }
  const code = paths.filter(isCode)
  const other_tests = await testsOfOtherNames(code, paths, texts)
  const isTest = (path: string): boolean => isTestPath(path) || other_tests.has(path)
  const own = code.filter((path) => !isTest(path))
  const central = own.filter((path) => !isAside(path))
  const sources = central.length === 0 ? own : central
  return {
    facts,
    commit,
    paths,
    sources,
    tests: code.filter(isTest),
    is_part: paths.length > MOST_READ,
    parts: partsOf(paths, sources),
    fingerprint,
    runner,
    failing_tests,
    signal,
    text,
    texts,
  }
}

/** At most MOST_READ of them, evenly spread: the first ones by name lie in few folders. */
function spread(paths: readonly string[]): readonly string[] {
  if (paths.length <= MOST_READ) return paths
  return Array.from(
    { length: MOST_READ },
    (_, at) => paths[Math.floor((at * paths.length) / MOST_READ)] ?? "",
  )
}

function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.length > MAX_TEXT || bytes.includes(0)) return null
  return lenientText(bytes)?.replaceAll("\r\n", "\n") ?? null
}

export function pathLike({ paths }: Pick<Repository, "paths">, pattern: RegExp): string | undefined {
  return paths
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, depth: path.split("/").length }))
    .sort((left, right) => left.depth - right.depth)[0]?.path
}

/** The first line that a pattern matches, from 1; null without one. Only the first 400 characters of a line count. */
export function lineLike(text: string, pattern: RegExp): number | null {
  const at = text.split("\n").findIndex((line) => pattern.test(line.slice(0, 400)))
  return at < 0 ? null : at + 1
}

/** Whether a tool wrote a file, as its first lines say. */
export function isGenerated(text: string): boolean {
  return /@generated|DO NOT EDIT|do not edit|auto-?generated|Generated by|Code generated/.test(
    text.slice(0, 1500),
  )
}
