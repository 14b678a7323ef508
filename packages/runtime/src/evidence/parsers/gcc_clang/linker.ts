import type { ParsedDiagnostic } from "../parser.ts"

const GNU =
  /^(?:\S{0,300}ld(?:\.\w{1,10})?: )?(?:(\S{0,1000}?):(?:\(\.[\w.$]{1,100}\+0x[0-9a-f]{1,16}\)|(\d{1,7})):? )?((?:undefined reference to|multiple definition of) [^;\n]{1,2000}|cannot find -l[^\s:]{1,200})/
const LLD = /^(?:\S{0,300}\/)?(?:ld\.lld|ld64\.lld|lld|rust-lld|wasm-ld|mold): error: (.{1,2000})$/
const APPLE = /^ {2}"(.{1,2000})", referenced from:$/
const WORDS = ["undefined reference", "multiple definition", "cannot find -l", ": error: ", "referenced from"]

/** Errors of the linkers, each once: a symbol that is missing is reported at each place that needs it. */
export function readLinkerErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found = new Map<string, ParsedDiagnostic>()
  for (const line of lines) {
    if (!WORDS.some((word) => line.includes(word))) continue
    const error = readError(line)
    if (error === null) continue
    const key = `${error.message}\n${error.location?.path ?? ""}`
    if (!found.has(key)) found.set(key, error)
  }
  return [...found.values()]
}

function readError(line: string): ParsedDiagnostic | null {
  const [, path, row, message] = GNU.exec(line) ?? []
  const told = message ?? LLD.exec(line)?.[1]
  const missing = told === undefined ? APPLE.exec(line)?.[1] : undefined
  if (told === undefined && missing === undefined) return null
  return {
    kind: "build",
    code: "link",
    message: told ?? `undefined symbol: ${missing ?? ""}`,
    ...(path === undefined || path === ""
      ? {}
      : { location: { path, line: row === undefined ? undefined : Number(row) } }),
  }
}
