import type { JsonObject } from "@proofloop/runtime"
import { type Critic, parseInput } from "../critics/critic.ts"
import { build } from "../critics/runs/build.ts"
import { detectBuildErrors } from "../critics/runs/detect_build_errors.ts"
import { detectFailingTests } from "../critics/runs/detect_failing_tests.ts"
import { g8 } from "../critics/runs/g8.ts"
import { scanBaseline } from "../critics/scanners/scan_baseline.ts"
import type { Baselines } from "../repository/facts.ts"
import type { GateSettings } from "./settings.ts"

/** What the critics of a gate compare with, measured in the tree as it is now; only what one of them needs. */
export async function measureBaselines(settings: GateSettings, signal: AbortSignal): Promise<Baselines> {
  const { root, env } = settings
  const builds = optionsOf(settings, "build")
  const tests = optionsOf(settings, "G8")
  const semgrep = optionsOf(settings, "G21")
  const trivy = optionsOf(settings, "G22")
  return {
    ...(builds && { build: await detectBuildErrors(root, { ...commandOptions(build, builds), signal }) }),
    ...(tests && { failing_tests: await detectFailingTests(root, { ...commandOptions(g8, tests), signal }) }),
    ...(semgrep && { semgrep: await scanBaseline(root, "semgrep", { ...semgrep, env, signal }) }),
    ...(trivy && { trivy: await scanBaseline(root, "trivy", { ...trivy, env, signal }) }),
  }
}

function optionsOf({ critics }: GateSettings, id: string): JsonObject | undefined {
  return critics.find(({ critic }) => critic.id === id)?.options
}

function commandOptions(critic: Critic, options: JsonObject) {
  return parseInput(critic, options) as { readonly timeout_ms: number; readonly command?: string }
}
