import { readFileSync } from "node:fs"
import { diagnose, type Diagnosis } from "../diagnose.ts"
import type { ParsedDiagnostic } from "./parser.ts"
import { parseOutput, type ReadOutput } from "./registry.ts"

/** What a tool really printed; `fixtures/README.md` tells how each was made. */
export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), "utf8")
}

export function readFixture(name: string): ReadOutput {
  return parseOutput(fixture(name), undefined)
}

export function diagnoseFixture(name: string): Diagnosis {
  return diagnose({ ok: false, output: fixture(name) }, { check_id: "tests" })
}

/** One line a failure: its identity, without its message. */
export function summary(diagnostics: readonly ParsedDiagnostic[]): readonly string[] {
  return diagnostics.map(({ test_id, kind, code, location }) =>
    [test_id ?? "-", kind, code ?? "-", location?.path ?? "-"].join(" | "),
  )
}
