import type { Runner } from "@proofloop/foundation/sandbox"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Baselines } from "../repository/facts.ts"
import { type Critic, parseInput } from "./critic.ts"
import { build } from "./runs/build.ts"
import type { detectBuildErrors } from "./runs/detect_build_errors.ts"
import type { detectFailingTests } from "./runs/detect_failing_tests.ts"
import type { OwnParsers } from "./runs/project_command.ts"
import { testRegression } from "./runs/test_regression.ts"
import { scanBaseline } from "./scanners/scan_baseline.ts"
import type { SelectedCritic } from "./select.ts"

export interface MeasuredTree extends OwnParsers {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly critics: readonly SelectedCritic[]
  /** Where builds and tests run. Default: with the rights of this process. */
  readonly runner?: Runner | undefined
}

/** The critics' baselines in the present tree, each with its own options. Measures only what some critic needs. */
export async function measureBaselines(tree: MeasuredTree, signal: AbortSignal): Promise<Baselines> {
  const { root, env, runner, parsers } = tree
  const run = { signal, runner, parsers }
  const builds = optionsOf(tree, "build")
  const tests = optionsOf(tree, "G8")
  const semgrep = optionsOf(tree, "G21")
  const trivy = optionsOf(tree, "G22")
  return {
    ...(builds && { build: await buildErrors(root, { ...commandOptions(build, builds), ...run }) }),
    ...(tests && {
      failing_tests: await failingTests(root, { ...commandOptions(testRegression, tests), ...run }),
    }),
    ...(semgrep && { semgrep: await scanBaseline(root, "semgrep", { ...semgrep, env, signal }) }),
    ...(trivy && { trivy: await scanBaseline(root, "trivy", { ...trivy, env, signal }) }),
  }
}

// Loaded late: the code that reads tools' output is large, and most checks run no tool.
const buildErrors: typeof detectBuildErrors = async (root, options) =>
  (await import("./runs/detect_build_errors.ts")).detectBuildErrors(root, options)

const failingTests: typeof detectFailingTests = async (root, options) =>
  (await import("./runs/detect_failing_tests.ts")).detectFailingTests(root, options)

function optionsOf({ critics }: MeasuredTree, id: string): JsonObject | undefined {
  return critics.find(({ critic }) => critic.id === id)?.options
}

function commandOptions(critic: Critic, options: JsonObject) {
  return parseInput(critic, options) as { readonly timeout_ms: number; readonly command?: string }
}
