import { readBuildToolErrors } from "./gcc_clang/build_tool.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const GNU =
  /^(?:\S{0,300}ld(?:\.\w{1,10})?: )?(?:(\S{0,1000}?):(?:\(\.[\w.$]{1,100}\+0x[0-9a-f]{1,16}\)|(\d{1,7})):? )?((?:undefined reference to|multiple definition of) [^;\n]{1,2000}|cannot find -l[^\s:]{1,200})/
const LLD = /^(?:\S{0,300}\/)?(?:ld\.lld|ld64\.lld|lld|rust-lld|wasm-ld|mold): error: (.{1,2000})$/
const APPLE = /^ {2}"(.{1,2000})", referenced from:$/
const WORDS = ["undefined reference", "multiple definition", "cannot find -l", ": error: ", "referenced from"]
const PLACED =
  /^((?:[A-Za-z]:)?[^\s:][^\n:]{0,1000}?\.(?:c|cc|cpp|cxx|c\+\+|C|h|hh|hpp|hxx|ipp|tpp|inc|m|mm|cu|cl|s|S|asm|f|f90|F90|swift|y|l)):(\d{1,7}):(?:(\d{1,7}):)? (?:fatal )?error: (.{1,4000})$/
const DRIVER =
  /^(?:\S{0,200}\/)?(?:cc1(?:plus|obj)?|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?(?:-\d{1,3})?): (?:fatal )?error: (.{1,4000})$/
/** What says only that there were errors. */
const SUMMARY = /^(?:linker command failed|all warnings being treated|ld returned|too many errors)/
const FLAG = / \[(-W[\w=+,.-]{1,200})\]$/
const NO_TOOL =
  /cannot execute|unable to execute command|unrecognized command-line option '-m|no such sysroot/

/** Reads gcc and clang, the linkers behind them, and what make, ninja and CMake say of themselves. */
export const gccClangParser: OutputParser = {
  name: "gcc_clang",
  marks: [
    ": error: ",
    ": fatal error: ",
    "undefined reference to ",
    "multiple definition of ",
    "cannot find -l",
    '", referenced from:',
    ": *** ",
    "ninja: error: ",
    "CMake Error",
    "ake: *** ",
    ": Command not found",
    ": No such file or directory",
  ],
  recognises: (text) =>
    /error: |undefined reference to |multiple definition of |cannot find -l|referenced from:|: \*\*\* |CMake Error|ake(?:\[\d{1,4}\])?: /.test(
      text,
    ),
  parse: (text) => {
    const lines = text.split("\n")
    const diagnostics = [
      ...readCompilerErrors(lines),
      ...readLinkerErrors(lines),
      ...readBuildToolErrors(lines),
    ]
    return diagnostics.length === 0 ? null : { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

/** Errors of the linkers, each once: a symbol that is missing is reported at each place that needs it. */
function readLinkerErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
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

/** Errors of gcc and clang; a warning is one only when it was made an error (-Werror). */
function readCompilerErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  return lines.flatMap((line): readonly ParsedDiagnostic[] => {
    if (!line.includes("error: ")) return []
    const [, path, row, column, message = ""] = PLACED.exec(line) ?? []
    if (path !== undefined) {
      const place = { path, line: Number(row), column: column === undefined ? undefined : Number(column) }
      return [{ ...flagged(message), location: place }]
    }
    const told = DRIVER.exec(line)?.[1]
    if (told === undefined || SUMMARY.test(told)) return []
    return [{ kind: NO_TOOL.test(told) ? "environment" : "build", message: told }]
  })
}

/** "-Wformat" of "[-Werror=format=]" and of "[-Werror,-Wformat]". */
function flagged(message: string): ParsedDiagnostic {
  const flag = FLAG.exec(message)?.[1]
  if (flag === undefined) return { kind: "build", message }
  const is_warning = flag.startsWith("-Werror")
  const name = flag.replace(/^-Werror[=,](?:-W)?/, "").replace(/^-W/, "")
  const code = `-W${name.endsWith("=") ? name.slice(0, -1) : name}`
  return { kind: is_warning ? "lint" : "build", code, message: message.replace(FLAG, "") }
}
