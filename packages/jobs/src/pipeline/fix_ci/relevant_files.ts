import { posix } from "node:path"
import { changeSet, listTree } from "@proofloop/foundation/git"
import { deniedEntry, isTestPath } from "@proofloop/foundation/paths"
import { workTreeFacts } from "@proofloop/stdlib/critics"
import type { FilePlace } from "@proofloop/stdlib/internal/llm"
import { inferSourceFiles } from "@proofloop/stdlib/internal/planning"
import type { JobFailure } from "../ci/failed_jobs.ts"

export interface RelevantFiles {
  /** The most telling first. */
  readonly paths: readonly string[]
  readonly places: readonly FilePlace[]
  readonly all: readonly string[]
}

/** Files of each failure that come before those of others. */
const EACH = 4

/**
 * The files that failures name, the subjects of their tests, and the pull request's changes, if they are in the work
 * tree and may be shown. Rejects when the folder is missing.
 */
export async function relevantFiles(
  root: string,
  jobs: readonly Pick<JobFailure, "mentions">[],
  changed_files: readonly string[],
): Promise<RelevantFiles> {
  const all = (await listTree(root)).filter((path) => deniedEntry(path) === null)
  const resolve = resolver(all)
  const named = jobs.map(({ mentions }) => mentions.flatMap((mention) => resolve(mention)))
  const first = named.flatMap((places) => distinctPaths(places).slice(0, EACH))
  const sources = await inferSourceFiles(first.filter(isTestPath), workTreeFacts(root, changeSet([])))
  const rest = named.flatMap(distinctPaths)
  const known = new Set(all)
  const paths = [...new Set([...first, ...sources, ...changed_files, ...rest])].filter((path) =>
    known.has(path),
  )
  const places = named.flat().flatMap(({ path, line }) => (line === null ? [] : [placeAt(path, line)]))
  return { paths, places, all }
}

interface Named {
  readonly path: string
  readonly line: number | null
}

function distinctPaths(places: readonly Named[]): readonly string[] {
  return [...new Set(places.map(({ path }) => path))]
}

function placeAt(path: string, line: number): FilePlace {
  return { path, line_start: line, line_end: line }
}

/**
 * Finds the file that a tool means, perhaps from another folder or machine. The longest end of its path that is a
 * file counts, or its name alone where only one file has it.
 */
function resolver(all: readonly string[]): (mention: string) => readonly Named[] {
  const known = new Set(all)
  const by_name = new Map<string, string[]>()
  for (const path of all) {
    const name = posix.basename(path)
    const same = by_name.get(name)
    if (same === undefined) by_name.set(name, [path])
    else same.push(path)
  }
  return (mention) => {
    const [, given = "", line] = /^(.{1,300}?)(?::(\d{1,7}))?(?::\d{1,7})?:?$/.exec(mention) ?? []
    const parts = given
      .replaceAll("\\", "/")
      .split("/")
      .filter((part) => part !== "" && part !== ".")
    const ends = parts.map((_, at) => parts.slice(at).join("/"))
    const [alone, ...others] = by_name.get(parts.at(-1) ?? "") ?? []
    const path = ends.find((end) => known.has(end)) ?? (others.length === 0 ? alone : undefined)
    return path === undefined ? [] : [{ path, line: line === undefined ? null : Number(line) }]
  }
}
