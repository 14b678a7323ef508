import type { ParseResult, SyntaxProblem } from "@proofloop/parsers"
import { iniLines } from "./ini_lines.ts"

const MAX_PROBLEMS = 20

/**
 * Reads INI as Python's configparser does in its strict form without interpolation: `=` and `:` separate, option names
 * are lower-cased, a deeper line goes on with the value above it, `#` and `;` begin comment lines. Its value is a record
 * of sections, each a record of texts, without prototypes. A key before any section, a section or an option that comes
 * twice and a line without a separator are errors, and all of them are told. Async like its siblings; never throws.
 */
export function parseIni(text: string): Promise<ParseResult> {
  const sections: Record<string, Record<string, string>> = record()
  const problems: SyntaxProblem[] = []
  const seen = new Set<string>()
  let section: { readonly name: string; readonly options: Record<string, string> } | undefined
  let headless = false

  for (const { kind, line, column, name, value } of iniLines(text)) {
    const tell = (message: string) => {
      if (problems.length < MAX_PROBLEMS) problems.push({ message, line, column })
    }
    if (kind === "section") {
      if (name !== "DEFAULT" && Object.hasOwn(sections, name)) tell(`section [${name}] comes twice`)
      section = { name, options: (sections[name] ??= record()) }
    } else if (section === undefined) {
      if (!headless) tell("no section header such as [section] before this line")
      headless = true
    } else if (kind === "junk") {
      tell("neither a section header nor an option: no = or : in this line")
    } else if (name === "") {
      tell("an option without a name")
    } else {
      const id = `${section.name}\0${name}`
      if (seen.has(id)) tell(`option ${name} comes twice in section [${section.name}]`)
      seen.add(id)
      section.options[name] = value
    }
  }
  const [error] = problems
  return Promise.resolve(error === undefined ? { value: sections } : { error, errors: problems })
}

function record<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>
}
