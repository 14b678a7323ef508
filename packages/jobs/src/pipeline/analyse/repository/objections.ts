import { changeSet } from "@proofloop/foundation/git"
import { resolveCritics, runCritics, type Violation } from "@proofloop/stdlib/critics"
import type { Finding } from "../analyser.ts"
import { faults } from "../finding.ts"
import type { Repository } from "./repository.ts"

/** Limits for one file and for all: a parser may take seconds for the longest. */
const MAX_FILE = 60_000
const MAX_ALL = 3_000_000

/**
 * The critics' objections to files as they are, as if they were new. A critic that cannot look says nothing. Skips
 * files above 60 000 characters, and files after the first 3 million.
 */
export async function objectionsTo(
  repository: Repository,
  paths: readonly string[],
  only: readonly string[],
): Promise<readonly Violation[]> {
  const files: { path: string; after: string }[] = []
  let room = MAX_ALL
  for await (const { path, text } of repository.texts(paths)) {
    if (text.length > Math.min(room, MAX_FILE)) continue
    room -= text.length
    files.push({ path, after: text })
  }
  const { signal, facts } = repository
  const results = await runCritics(resolveCritics({ only, phase: "check" }), changeSet(files), facts, {
    signal,
  })
  signal?.throwIfAborted()
  return results.flatMap(({ verdict }) => (verdict.status === "fail" ? verdict.violations : []))
}

/** The relative links of documents that lead nowhere; null when no document has links. */
export async function brokenLinks(
  repository: Repository,
  documents: readonly string[],
  title: string,
): Promise<Finding | null> {
  let links = 0
  for await (const { text } of repository.texts(documents)) links += text.split("](").length - 1
  const [first] = documents
  if (first === undefined || links === 0) return null
  const broken = await objectionsTo(repository, documents, ["G14"])
  const places = broken.map(({ path, line = null, message }) => ({ path, line, what: message }))
  const told = places.slice(0, 5).map(({ path, line, what }) => `${path}:${line ?? 1} ${what}`)
  return faults(
    places,
    links,
    { path: first, what: `the links of the ${title} lead somewhere` },
    {
      title: `Repair the links of the ${title}`,
      description: `These links lead to no file: ${told.join("; ")}. Point them at what is there, or take them out.`,
      file_hints: [...new Set(broken.map(({ path }) => path))].slice(0, 3),
      action: "modify",
    },
  )
}
