import type { ParsedDiagnostic } from "../parser.ts"

const PLACED =
  /^((?:[A-Za-z]:)?[^\s:][^\n:]{0,1000}?\.(?:c|cc|cpp|cxx|c\+\+|C|h|hh|hpp|hxx|ipp|tpp|inc|m|mm|cu|cl|s|S|asm|f|f90|F90|swift|y|l)):(\d{1,7}):(?:(\d{1,7}):)? (?:fatal )?error: (.{1,4000})$/
const DRIVER =
  /^(?:\S{0,200}\/)?(?:cc1(?:plus|obj)?|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?(?:-\d{1,3})?): (?:fatal )?error: (.{1,4000})$/
/** What says only that there were errors. */
const SUMMARY = /^(?:linker command failed|all warnings being treated|ld returned|too many errors)/
const FLAG = / \[(-W[\w=+,.-]{1,200})\]$/
const NO_TOOL =
  /cannot execute|unable to execute command|unrecognized command-line option '-m|no such sysroot/

/** Errors of gcc and clang; a warning is one only when it was made an error (-Werror). */
export function readCompilerErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
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
