/** What `go test` printed of one package. */
export interface GoPackage {
  /** Import path; null if the line that tells it is cut off. */
  readonly name: string | null
  /** "none" has no test files, "unbuilt" did not compile, "cut" has no closing line. */
  readonly status: "ok" | "failed" | "none" | "unbuilt" | "cut"
  readonly lines: readonly string[]
}

const CLOSING = /^(ok {2}|FAIL|\? {3})\t(\S{1,512})(?:\s(.{0,512}))?$/
const MAX_JSON_LINE = 65_536

/** Splits output at the closing lines ("ok  	pkg	0.01s"); of `-json` each package's own output is read. */
export function readPackages(lines: readonly string[]): readonly GoPackage[] {
  const outputs = readEvents(lines)
  if (outputs === null) return splitPackages(lines, null)
  return [...outputs].flatMap(([name, text]) => splitPackages(text.split("\n"), name || null))
}

/** Lines outside any package: what the build said. */
export function plainLines(packages: readonly GoPackage[]): readonly string[] {
  return packages.flatMap(({ lines }) => lines)
}

function splitPackages(lines: readonly string[], cut_name: string | null): readonly GoPackage[] {
  const packages: GoPackage[] = []
  let body: string[] = []
  for (const line of lines) {
    const [, word = "", name, note = ""] = CLOSING.exec(line) ?? []
    if (name === undefined) body.push(line)
    else {
      packages.push({ name, status: statusOf(word, note), lines: body })
      body = []
    }
  }
  if (body.some((line) => line !== "")) packages.push({ name: cut_name, status: "cut", lines: body })
  return packages
}

function statusOf(word: string, note: string): GoPackage["status"] {
  if (/\[(?:build|setup) failed\]/.test(note)) return "unbuilt"
  if (note.includes("[no test files]") || note.includes("[no tests to run]")) return "none"
  return word === "FAIL" ? "failed" : word === "ok  " ? "ok" : "none"
}

/** The output of each package by its name, the rest under ""; null if the lines are not `-json` events. */
function readEvents(lines: readonly string[]): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string[]>([["", []]])
  let found = false
  for (const line of lines) {
    const event = readEvent(line)
    if (event === null) parts.get("")?.push(`${line}\n`)
    else {
      found = true
      const known = parts.get(event.name)
      if (known === undefined) parts.set(event.name, [event.output])
      else known.push(event.output)
    }
  }
  return found ? new Map([...parts].map(([name, texts]) => [name, texts.join("")])) : null
}

function readEvent(line: string): { readonly name: string; readonly output: string } | null {
  if (!line.startsWith("{") || !line.includes('"Action":"') || line.length > MAX_JSON_LINE) return null
  try {
    const event = JSON.parse(line) as Readonly<Record<string, unknown>>
    const { Package: name, Output: output } = event
    return {
      name: typeof name === "string" ? name : "",
      output: typeof output === "string" ? output : "",
    }
  } catch {
    return null
  }
}
