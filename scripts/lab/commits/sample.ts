import { requireGit } from "@proofloop/foundation/git"

/** A commit with one parent. */
export interface Commit {
  readonly id: string
  readonly parent: string
  readonly subject: string
}

/** One human commit of each of `count` equal stretches of a history, which one the seed says; oldest first. */
export async function sampleCommits(root: string, count: number, seed: number): Promise<readonly Commit[]> {
  const format = ["%H", "%P", "%an <%ae>", "%s"].join("%x00")
  const log = await requireGit(root, ["log", "--no-merges", "--reverse", `--format=${format}`])
  const commits = log.split("\n").flatMap((line) => {
    const [id = "", parent = "", author = "", subject = ""] = line.split("\0")
    return parent === "" || BOT.test(author) ? [] : [{ id, parent, subject }]
  })
  const random = randomNumbers(seed)
  const stretch = Math.max(1, commits.length / count)
  const picked = Array.from({ length: Math.min(count, commits.length) }, (_none, index) =>
    commits.at(Math.floor(Math.min(commits.length - 1, (index + random()) * stretch))),
  )
  return [...new Set(picked)].filter((commit) => commit !== undefined)
}

const BOT =
  /\[bot\]|\bbot\b|-bot@|dependabot|renovate|github-actions|greenkeeper|pre-commit-ci|snyk|weblate|allcontributors/i

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
