import { isTestPath, sha256Hex } from "@proofloop/foundation/text"
import type { Diagnosis } from "../evidence/diagnose.ts"
import type { EvidenceSignature } from "../evidence/signature.ts"
import { stripTerminal } from "../evidence/terminal.ts"
import { boundedText } from "./calls.ts"
import { isReport } from "./settled_role.ts"
import { BOUNDS, type Changes, type Evidence } from "./state.ts"
import { type Baseline, judgePass } from "./work.ts"

export interface Reading {
  readonly ok: boolean
  readonly key: string
  readonly diagnosis: Diagnosis | null
  readonly signature: EvidenceSignature | null
  /** What it says against its own outcome, or "". */
  readonly against: string
  readonly baseline: Baseline | undefined
  readonly accepted: ReadonlyMap<string, string> | undefined
  readonly output: string
  /** Only a part of what the check printed is there, as behind `| tail`. */
  readonly is_cut?: boolean | undefined
  readonly guessed?: boolean | undefined
  readonly seen_at: Changes
}

/** What was read of a result, as evidence about its check. */
export function toEvidence(check_id: string, reading: Reading): Evidence {
  const { ok, key, diagnosis, signature } = reading
  const failing = ok ? [] : (diagnosis?.diagnostics ?? []).filter(({ test_id }) => test_id !== undefined)
  const bounded = (texts: readonly string[]): readonly string[] =>
    [...new Set(texts)].slice(0, BOUNDS.signatures)
  return {
    check_id,
    class: ok ? "pass" : "fail",
    signature: key,
    kind: diagnosis?.kind ?? "runtime",
    snippet: ok ? "" : (diagnosis?.snippet ?? ""),
    count: signature?.count ?? 0,
    structured: isReport(diagnosis),
    identities: signature?.identities ?? [],
    strong_identities: signature?.strong_identities ?? null,
    tests_run: diagnosis?.tests_run ?? null,
    // Behind `| tail` a name may lack its file.
    failing_tests:
      reading.is_cut === true ? [] : bounded(failing.flatMap(({ test_id }) => test_id ?? [])).map(sha256Hex),
    test_files: bounded(failing.flatMap(testFilesOf)),
    ...(ok ? judgedPass(reading) : { weakness: "", removed_tests: [] }),
    origin: "result",
    guessed: reading.guessed === true,
    seen_at: reading.seen_at,
  }
}

/**
 * The file of a failing test: where it failed, or the start of its id, as in pytest and vitest. The code may have failed in a
 * file of its own.
 */
function testFilesOf({ location, test_id = "" }: Diagnosis["diagnostics"][number]): readonly string[] {
  const [file = ""] = test_id.split(/::| > /, 1)
  return [location?.path ?? "", file].map((path) => boundedText(path)).filter(isTestPath)
}

const NONE_ACCEPTED: ReadonlyMap<string, string> = new Map()

function judgedPass({
  diagnosis,
  against,
  baseline,
  accepted = NONE_ACCEPTED,
  output,
  is_cut = false,
}: Reading): ReturnType<typeof judgePass> {
  const ids = diagnosis?.ran_test_ids ?? null
  // Thousands of ids are digested only where one is looked for.
  const is_asked = (baseline?.failing_tests ?? []).length > 0 || accepted.size > 0
  const ran = ids === null ? null : is_asked ? ids.map(sha256Hex) : []
  const contradicted =
    (diagnosis?.count ?? 0) > 0 ? "its own report speaks of failures" : (diagnosis?.doubt ?? "") || against
  const is_told = is_cut || ids !== null || (baseline?.test_files ?? []).length === 0
  const ran_files = is_told ? [] : testFilesIn(output)
  const tests_run = diagnosis?.tests_run ?? null
  return judgePass(baseline, { tests_run, ran, ran_files, contradicted, accepted, is_cut })
}

/** A file that a report tells to have passed: "PASS src/a.test.js", "✓ 2 [firefox] › e2e/a.spec.ts:3:1", "tests/test_a.py .. [50%]". */
const PASSED_FILE =
  /^\s{0,16}(?:(?:PASS(?:ED)?|ok|[✓✔√✅])\s(?:[^\n]{0,80}?[\s(])??([\w.@+\\/-]{1,400})|([\w.@+\\/-]{1,400}) [.sxX]{1,200}(?:\s{1,80}\[|$))/gm

/** Test files that the output of a pass names as such. A warning or a stack may name others. */
function testFilesIn(output: string): readonly string[] {
  const paths = [...stripTerminal(output).matchAll(PASSED_FILE)].map(
    ([, marked, dotted]) => marked ?? dotted ?? "",
  )
  return [...new Set(paths)].filter((path) => path.includes(".") && isTestPath(path))
}
