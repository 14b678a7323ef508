import { defineCritic } from "../critic.ts"
import { judgeByScan, rulesOf } from "./new_findings.ts"
import { scannerEnvironment, semgrepInput } from "./scanner_options.ts"

/** G21: findings of semgrep in touched files that were not there before. @requirement critics.G21 */
export const semgrep = defineCritic({
  id: "G21",
  title: "semgrep regression",
  description: "Stops a change that adds findings of the semgrep scanner to the files it touches",
  scope: "repository",
  needs: "scanner",
  default_in: { gate: false, check: false },
  input: semgrepInput,
  environment: (env) => scannerEnvironment("semgrep", env),
  event: {
    type: "critic_g21_semgrep.fail",
    fields: ({ violations }) => ({ conflict_count: violations.length, rules: rulesOf(violations) }),
  },
  check_name: "semgrep regression check",
  advice: "Write the named lines so that the rule no longer matches. Do not silence it with a comment.",
  check: (change, facts, options) =>
    judgeByScan("semgrep", change, facts, { ...options, touched_only: true }),
})
