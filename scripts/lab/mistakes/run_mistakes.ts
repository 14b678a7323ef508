import { resolveCritics, runCritics, treeFacts } from "@proofloop/stdlib/critics"
import { changeSet, findingsOf } from "@proofloop/stdlib/internal/critics"
import { randomOf } from "../simulation/random.ts"
import type { Checkout } from "./checkout.ts"
import { harmless } from "./harmless.ts"
import { kinds } from "./kinds.ts"
import type { Edit, Mistake } from "./mistake.ts"
import type { Source, SourceLanguage } from "./source.ts"

/** One change that was made and judged. */
export interface Outcome {
  readonly kind: string
  readonly topic: string
  readonly language: SourceLanguage
  readonly paths: readonly string[]
  /** Ids of the critics that found something; empty: missed, or not looked at where some were unable. */
  readonly critics: readonly string[]
  readonly findings: ReadonlyArray<{
    readonly critic: string
    readonly rule: string
    /** Default "error", in files of before it was told. */
    readonly severity?: "error" | "warning"
    readonly path: string
    readonly line?: number
    readonly message: string
  }>
  readonly unable: readonly string[]
}

interface Options {
  readonly seed: number
  /** Changes of each kind and language. */
  readonly count: number
  readonly only: readonly string[]
  readonly on_outcome?: (outcome: Outcome, edits: readonly Edit[]) => void
}

/** Makes each mistake in files that chance picks, and says what the default check found. The checkout stays as it is. */
export function runMistakes(checkout: Checkout, options: Options): Promise<readonly Outcome[]> {
  return run(checkout, kinds, options)
}

/** The same with edits that are no mistakes: what is found is a false alarm. */
export function runHarmless(checkout: Checkout, options: Options): Promise<readonly Outcome[]> {
  return run(
    checkout,
    harmless.map((edit) => ({ ...edit, topic: "harmless", of: "any" as const })),
    options,
  )
}

async function run(
  checkout: Checkout,
  kinds: readonly Mistake[],
  options: Options,
): Promise<readonly Outcome[]> {
  const { seed, count, only, on_outcome } = options
  const outcomes: Outcome[] = []
  for (const mistake of kinds.filter(
    ({ kind, topic }) => only.length === 0 || only.includes(kind) || only.includes(topic),
  )) {
    for (const language of mistake.languages) {
      let made = 0
      for await (const source of checkout.sources(language, randomOf(seed, mistake.kind, language))) {
        if (made >= count) break
        if (!fits(mistake, source)) continue
        const random = randomOf(seed, mistake.kind, source.path)
        const edits = mistake.make(source, { random, paths: checkout.paths, go_module: checkout.go_module })
        if (edits === null || edits.every(({ path, after }) => path === source.path && after === source.text))
          continue
        made += 1
        const outcome = await judge(checkout, mistake, language, edits)
        outcomes.push(outcome)
        on_outcome?.(outcome, edits)
      }
    }
  }
  return outcomes
}

/** Rust has tests in the file that they test. */
function fits({ of }: Mistake, { is_test, language }: Source): boolean {
  return of === "any" || (of === "tests") === is_test || (of === "tests" && language === "rust")
}

async function judge(
  checkout: Checkout,
  { kind, topic }: Mistake,
  language: SourceLanguage,
  edits: readonly Edit[],
): Promise<Outcome> {
  const files = await Promise.all(
    edits.map(async ({ path, after }) => ({ path, before: await checkout.read(path), after })),
  )
  const change = changeSet(files)
  const critics = resolveCritics({ phase: "check", env: {} })
  const results = await runCritics(critics, change, treeFacts(checkout.root, checkout.head, change))
  const findings = findingsOf(results).map(({ critic, rule, path, line, severity, message }) => ({
    critic,
    rule,
    severity,
    path,
    ...(line === undefined ? {} : { line }),
    message,
  }))
  return {
    kind,
    topic,
    language,
    paths: edits.map(({ path }) => path),
    critics: [...new Set(findings.map(({ critic }) => critic))],
    findings,
    unable: results.flatMap(({ critic, verdict }) =>
      verdict.status === "unable" ? [`${critic.id}: ${verdict.reason}`] : [],
    ),
  }
}
