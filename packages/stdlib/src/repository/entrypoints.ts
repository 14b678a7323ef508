import { posix } from "node:path"

/** Longest list of files that start something. */
const mostEntrypoints = 50

/** The files that start something: those a manifest names, and those whose name says so by custom. */
export function entrypointsOf(paths: readonly string[], named: readonly string[]): readonly string[] {
  const known = new Set(paths)
  const declared = named.map((path) => posix.normalize(path)).filter((path) => known.has(path))
  const byName = paths.filter((path) => customary.test(path))
  return [...new Set([...declared, ...byName])].sort().slice(0, mostEntrypoints)
}

const customary =
  /(?:^|\/)(?:src\/main\.rs|src\/bin\/[^/]{1,200}\.rs|cmd\/[^/]{1,200}\/main\.go|__main__\.py|manage\.py)$|^(?:main\.(?:go|py)|app\.py|(?:src\/)?(?:index|main)\.(?:ts|js|mjs|tsx|jsx))$/
