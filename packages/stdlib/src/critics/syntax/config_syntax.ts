import { replacedText } from "@proofloop/foundation/git"
import { isUnable } from "../../parsers/unable_error.ts"
import { defineCritic } from "../critic.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import { problemsOf } from "./data_problems.ts"
import { configFamily, isPythonIni } from "./formats.ts"
import { parseIni } from "./parse_ini.ts"
import { parseToml } from "./parse_toml.ts"
import { LANGUAGES, syntaxViolations } from "./syntax_violations.ts"
import { isTemplate } from "./template_paths.ts"

/** G20: every error of every touched TOML and INI file. @requirement critics.G20 */
export const configSyntax = defineCritic({
  id: "G20",
  title: "Configuration syntax",
  description:
    "Stops a change after which a TOML or INI configuration file does not parse; tells all errors.",
  scope: "file",
  default_in: { gate: true, check: true },
  event: {
    type: "critic_g20_config_syntax.fail",
    fields: ({ violations }) => ({
      error_count: violations.length,
      files: [...new Set(violations.map(({ path }) => path))].sort(),
    }),
  },
  check_name: "Configuration syntax check",
  advice:
    "Write these files again so that they parse: every key once, text in TOML in quotes, every INI option below a [section] header and with = or :.",
  async check(change, facts) {
    const violations: Violation[] = []
    let reason: string | undefined
    for (const { path, after } of change.files) {
      const family = configFamily(path)
      if (after === null || family === undefined || (await isTemplate(path, facts))) continue
      const text = replacedText(after)
      if (family === "ini" && !isIni(path, text)) continue
      try {
        const problems = problemsOf(await (family === "toml" ? parseToml(text) : parseIni(text)))
        violations.push(...syntaxViolations(path, text, LANGUAGES[family], problems))
      } catch (error) {
        if (!isUnable(error)) throw error
        reason = error.message
      }
    }
    return violations.length === 0 && reason !== undefined
      ? { status: "unable", reason }
      : verdictOf(violations)
  },
})

/** Many programs use `.cfg` for another language; without any section it is not for configparser. */
function isIni(path: string, text: string): boolean {
  return isPythonIni(path) || !/\.cfg$/i.test(path) || /^\[/m.test(text)
}
