import { posix } from "node:path"
import { dropSubtasks, type Plan, toldDropped } from "./plan.ts"
import type { PlanEvent, PlanStep } from "./plan_event.ts"
import type { AuditReport } from "./report.ts"

export type ScopeName = "docs" | "quality"

interface Scope {
  readonly metrics: readonly string[]
  holds(path: string): boolean
}

const QUALITY_FILE =
  /^(?:\.editorconfig|\.?(?:eslint|prettier|stylelint|biome|oxlint|oxfmt|ruff|flake8|pylint|mypy|golangci|rustfmt|clippy|pre-commit-config|shellcheck|markdownlint|jscpd)(?:rc|ignore)?(?:[.-][\w.-]{0,64})?|(?:tsconfig|jsconfig)[\w.-]{0,64}\.json|pyproject\.toml|setup\.cfg|tox\.ini|package\.json)$/i

const scopes: Readonly<Record<ScopeName, Scope>> = {
  docs: {
    metrics: ["documentation", "docs", "readme", "readme_quality"],
    holds: (path) => /\.(?:mdx?|rst|txt)$/i.test(path) || /^(?:docs?\/|readme$)/i.test(path),
  },
  quality: {
    metrics: ["code_quality"],
    holds: (path) => QUALITY_FILE.test(posix.basename(path)),
  },
}

/** The scope that PROOFLOOP_SCOPE names; null without one and for an unknown word. @requirement critics.scope */
export function scopeFromEnvironment(env: Readonly<Record<string, string | undefined>>): ScopeName | null {
  const name = env["PROOFLOOP_SCOPE"]?.trim().toLowerCase()
  return name === "docs" || name === "quality" ? name : null
}

/** The report with only the metrics of the scope, as input for planning. */
export function scopeReport(
  report: AuditReport,
  scope: ScopeName | null,
): { readonly report: AuditReport; readonly event: PlanEvent | null } {
  if (scope === null) return { report, event: null }
  const isKept = ({ name }: { readonly name: string }) => scopes[scope].metrics.includes(name)
  const dropped = report.metrics.filter((metric) => !isKept(metric)).map(({ name }) => name)
  if (dropped.length === 0) return { report, event: null }
  const metrics = report.metrics.filter(isKept)
  return {
    report: { ...report, metrics },
    event: { type: "scope.metrics_filtered", scope, kept: metrics.map(({ name }) => name), dropped },
  }
}

/** Drops subtasks with any hint out of the scope; those without hints stay. */
export function scopePlan(plan: Plan, scope: ScopeName | null): PlanStep {
  if (scope === null) return { plan, event: null }
  const result = dropSubtasks(
    plan,
    ({ file_hints, status }) =>
      status !== "completed" && !file_hints.every((hint) => scopes[scope].holds(hint)),
  )
  if (result.dropped.length === 0) return { plan, event: null }
  return { plan: result.kept, event: { type: "scope.plan_filtered", scope, ...toldDropped(plan, result) } }
}
