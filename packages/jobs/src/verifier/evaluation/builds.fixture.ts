import type { ModelRequest } from "@proofloop/runtime"
import type { SeededBuild } from "./builds.ts"

/** The build of a request, by the lines its diff adds. */
export function buildIn({ messages }: ModelRequest, builds: readonly SeededBuild[]): SeededBuild {
  const diff = (messages[1]?.content ?? "").split("## The change").at(-1) ?? ""
  const kept = diff.split("\n").filter((line) => !line.startsWith("-"))
  const given = new Set(kept.map((line) => line.slice(1)))
  const scored = builds.map((build) => {
    const lines = Object.values(build.after).flatMap((content) => content?.split("\n").slice(0, -1) ?? [])
    const found = lines.filter((line) => given.has(line)).length
    return { build, share: found / lines.length, count: lines.length }
  })
  const [best] = scored.toSorted((one, other) => other.share - one.share || other.count - one.count)
  if (best === undefined) throw new Error("no builds")
  return best.build
}

export function seen(build: SeededBuild): string {
  return `${Object.keys(build.after)[0]}:1 was followed from its entry point to the last statement it reaches.`
}

/** A verifier's statement about the defect: the change, and where it breaks. */
export function found({ after, seeded, seeded_paths }: SeededBuild): string {
  return `${Object.keys(after)[0]} with ${seeded_paths.join(" and ")}: ${seeded}`
}
