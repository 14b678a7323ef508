import type { ParseResult, SyntaxProblem } from "@proofloop/parsers"

const MAX_PROBLEMS = 20

/** Reads INI as Python's strict configparser without interpolation, into sections of texts. Tells every error; never throws. */
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

interface IniLine {
  readonly kind: "section" | "option" | "junk"
  /** Both from 1. */
  readonly line: number
  readonly column: number
  readonly name: string
  readonly value: string
}

/** Splits as Python's configparser does: the indentation of the last key decides where a deeper line belongs. */
function iniLines(text: string): IniLine[] {
  const found: IniLine[] = []
  let option: { readonly at: number; readonly values: string[] } | undefined
  let indent = 0
  const close = () => {
    const last = option && found[option.at]
    if (option && last) found[option.at] = { ...last, value: option.values.join("\n").trimEnd() }
    option = undefined
  }

  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const content = raw.trim()
    if (content.startsWith("#") || content.startsWith(";")) continue
    if (content === "") {
      option?.values.push("")
      continue
    }
    const column = raw.length - raw.trimStart().length
    if (option && column > indent) {
      option.values.push(content)
      continue
    }
    close()
    indent = column
    const line = { line: index + 1, column: column + 1 }
    const read = readLine(content)
    found.push({ ...line, ...read })
    if (read.kind === "option" && read.name !== "") option = { at: found.length - 1, values: [read.value] }
  }
  close()
  return found
}

function readLine(content: string): Pick<IniLine, "kind" | "name" | "value"> {
  const bracket = content.lastIndexOf("]")
  if (content.startsWith("[") && bracket > 1) {
    return { kind: "section", name: content.slice(1, bracket), value: "" }
  }
  const separator = content.search(/[=:]/)
  if (separator < 0) return { kind: "junk", name: "", value: "" }
  return {
    kind: "option",
    name: content.slice(0, separator).trimEnd().toLowerCase(),
    value: content.slice(separator + 1).trim(),
  }
}
