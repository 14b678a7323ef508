import { defineCritic } from "../critic.ts"
import { judgeByScan, rulesOf } from "./new_findings.ts"
import { scannerEnvironment, trivyInput } from "./scanner_options.ts"

/** G22: vulnerabilities, secrets and misconfigurations that trivy did not find before. @requirement critics.G22 */
export const trivy = defineCritic({
  id: "G22",
  title: "trivy regression",
  description:
    "Stops a change that adds vulnerable packages, secrets or misconfigurations, as trivy finds them",
  scope: "repository",
  needs: "scanner",
  default_in: { gate: false, check: false },
  input: trivyInput,
  environment: (env) => scannerEnvironment("trivy", env),
  event: {
    type: "critic_g22_trivy.fail",
    fields: ({ violations }) => ({
      conflict_count: violations.length,
      rules: rulesOf(violations),
      kinds: [...new Set(violations.map(({ rule }) => rule))].sort(),
    }),
  },
  check_name: "trivy regression check",
  advice:
    "Take a fixed version of a vulnerable package, move a secret out of the repository, and set what is misconfigured as " +
    "the finding says.",
  check: (change, facts, options) => judgeByScan("trivy", change, facts, options),
})
