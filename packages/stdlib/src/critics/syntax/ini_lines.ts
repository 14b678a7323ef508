/** A line of an INI file that says something, with the lines that go on with its value. */
export interface IniLine {
  readonly kind: "section" | "option" | "junk"
  /** Both from 1. */
  readonly line: number
  readonly column: number
  /** Of the section, or of the option in lower case. */
  readonly name: string
  readonly value: string
}

/** Splits as Python's configparser: what a deeper line belongs to depends on the indentation of the last key. */
export function iniLines(text: string): IniLine[] {
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
