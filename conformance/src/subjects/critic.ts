import { changeSet } from "@proofloop/foundation/git"
import type { JsonObject as Options } from "@proofloop/foundation/text"
import type { RepositoryFacts } from "@proofloop/stdlib/critics"
import {
  computeFingerprint,
  criticById,
  feedbackText,
  type Fingerprint,
  memoryFacts,
  type UrlProbe,
} from "@proofloop/stdlib/internal/critics"
import { inFolderWith } from "./folder.ts"
import type { Subject } from "./subject.ts"

interface Input {
  readonly critic: string
  /** The repository before the change. */
  readonly files?: Readonly<Record<string, string>>
  /** Touched paths in order: the text after, or null for a deleted file. */
  readonly change?: Readonly<Record<string, string | null>>
  readonly options?: Options
  readonly env?: Readonly<Record<string, string>>
  /** Default: computed from the files. null: not known. */
  readonly fingerprint?: Fingerprint | null
  readonly baselines?: {
    readonly failing_tests?: string[]
    readonly semgrep?: string[]
    readonly trivy?: string[]
  }
  /** What a look at an address says. */
  readonly urls?: Readonly<Record<string, "found" | "missing" | "unknown">>
}

/** One critic on one change. Those that run something get a real folder with the files after the change. */
export const critic: Subject = {
  name: "critic",
  async answer(given) {
    const input = given as unknown as Input
    const judge = criticById(input.critic)
    const { files = {}, change: after = {} } = input
    const change = changeSet(
      Object.entries(after).map(([path, text]) => ({ path, before: files[path] ?? null, after: text })),
    )
    const options = { ...judge.environment(input.env ?? {}), ...input.options }
    const { fingerprint = await computeFingerprint(memoryFacts(files, change)) } = input
    const factsIn = (root?: string): RepositoryFacts =>
      memoryFacts(files, change, {
        fingerprint,
        baselines: baselinesOf(input),
        root,
        ...(input.urls === undefined ? {} : { probe: probeOf(input.urls) }),
      })
    const verdict =
      judge.needs === "run" || judge.needs === "scanner"
        ? await inFolderWith({ ...files, ...after }, async (root) =>
            judge.check(change, factsIn(root), options),
          )
        : await judge.check(change, factsIn(), options)
    if (verdict.status !== "fail") return verdict
    const event = { type: judge.event.type, ...judge.event.fields(verdict) }
    return { ...verdict, event, feedback: feedbackText(judge, verdict) }
  },
}

function baselinesOf({ baselines = {} }: Input): RepositoryFacts["baselines"] {
  const entries = Object.entries(baselines).map(([name, list]) => [name, new Set(list)] as const)
  return Object.fromEntries(entries)
}

function probeOf(urls: Required<Input>["urls"]): UrlProbe {
  return (url) => Promise.resolve(urls[url.href] ?? "unknown")
}
