import { setFlagsFromString } from "node:v8"
import { copyWorkTree } from "@proofloop/foundation/trees"
import {
  runCritics,
  baselinesAt,
  type CriticResult,
  type Finding,
  lookedAt,
  needBaselines,
} from "@proofloop/stdlib/internal/check"
import type { Io } from "../console/io.ts"
import { applyBaseline, type Baseline } from "./baseline/open_baseline.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { byPlace, type CheckReport, type ReportedFinding, reportedFindings, unableCritics } from "./report.ts"
import type { CheckSettings } from "./settings.ts"
import { SUPPRESSION } from "./severity.ts"
import type { CheckSubject } from "./subject.ts"
import { applySuppressions, type SuppressionProblem } from "./suppressions/suppressed.ts"

interface Judging extends Pick<Io, "env"> {
  readonly signal: AbortSignal
  readonly baseline: Baseline | null
}

/** The critics' findings on a change, without accepted ones. */
export async function judgeSubject(
  settings: CheckSettings,
  subject: CheckSubject,
  judging: Judging,
): Promise<CheckReport> {
  const { levels, suppressions: mode } = settings
  const { baseline } = judging
  const { change, isWanted } = subject
  const results = await ask(settings, subject, judging)
  const unable = unableCritics(results)
  const ran = results.map(({ critic }) => critic.id)
  const severityOf = ({ critic, severity }: Pick<Finding, "critic" | "severity">) => {
    const level = levels.get(critic) ?? severity
    return level === "warning" ? "warning" : "error"
  }
  const found = reportedFindings(results, change, severityOf, isWanted)
  const commented = await applySuppressions(found, {
    change,
    mode,
    isWanted,
    read: (path) => subject.facts({}).read(path),
    looked: new Set(ran.filter((id) => !unable.some(({ critic }) => critic === id))),
  })
  const accepted =
    baseline === null
      ? { findings: commented.findings, suppressed: [] }
      : applyBaseline(commented.findings, baseline, mode)
  const level = levels.get(SUPPRESSION) ?? "warning"
  const problems = level === "off" ? [] : commented.problems.map((one) => problemFinding(one, level))
  return {
    findings: [...accepted.findings, ...problems].toSorted(byPlace),
    suppressed: [...commented.suppressed, ...accepted.suppressed].toSorted(byPlace),
    fixed: [],
    unable,
    skipped: change.skipped,
    ran,
    changed: change.files.filter(({ path }) => isWanted(path)).length,
    looked_at: await lookedAt(change, results, isWanted),
    unanswered: unable
      .filter(({ critic, crashed }) => crashed === true || levels.get(critic) === "error")
      .map(({ critic }) => critic),
  }
}

/** A critic that runs something uses the work tree, or a folder with the judged files. */
async function ask(
  { critics, runner, parsers }: CheckSettings,
  subject: CheckSubject,
  { env, signal }: Judging,
): Promise<readonly CriticResult[]> {
  const { root, base, change, facts } = subject
  if (change.files.length <= FEW_FILES) compileParsersQuickly()
  const baselines = await baselinesAt({ root, env, critics, runner, parsers }, base, signal)
  const tree = needBaselines(critics) ? await subject.checkOut() : null
  try {
    if (tree !== null) await copyWorkTree(root, tree.root)
    const known = { ...facts(baselines, tree?.root), signal, runner, parsers }
    return await runCritics(critics, change, known, { signal })
  } finally {
    await tree?.remove()
  }
}

/** From this many files on, optimised compilation of the parsers pays: for a thousand, doing without saves a tenth. */
const FEW_FILES = 1000

/** Optimising the parsers' largest functions takes longer than reading files, and most of them are never called. */
function compileParsersQuickly(): void {
  for (const flag of QUICK_WASM) setFlagsFromString(flag)
}

/**
 * The budget is one that nothing uses up. Node 24 no longer heeds `--liftoff-only` once it runs, and the optimising of
 * a large function keeps its process from ending.
 */
const QUICK_WASM = ["--liftoff-only", "--wasm-tiering-budget=2000000000", "--wasm-lazy-validation"]

function problemFinding(problem: SuppressionProblem, severity: ReportedFinding["severity"]): ReportedFinding {
  const { path, line = 1, rule, message } = problem
  const fingerprint = fingerprintOf({ critic: SUPPRESSION, rule, path, evidence: message, line_text: "" })
  return { critic: SUPPRESSION, path, line, after_line: line, rule, severity, message, fingerprint }
}
