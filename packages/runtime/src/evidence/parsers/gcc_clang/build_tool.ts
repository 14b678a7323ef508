import type { ParsedDiagnostic } from "../parser.ts"

const MAKE =
  /^(?:g?make|mingw32-make|bmake|ninja)(?:\[\d{1,4}\])?: (?:\*\*\* |error: )(No rule to make target .{1,2000}|.{1,1000}needed by .{1,2000})$/
const MAKE_FILE = /^([^\s:]{1,1000}):(\d{1,7}): \*\*\* (.{1,2000}?)\.? {1,4}Stop\.$/
const NO_PROGRAM =
  /^(?:g?make)(?:\[\d{1,4}\])?: ([^\s:]{1,200}): (?:No such file or directory|Command not found)$/
const CMAKE = /^CMake Error at ([^\s:]{1,1000}):(\d{1,7}) \((\w{1,100})\):$/
const CMAKE_PLAIN = /^CMake Error: (.{1,2000})$/
const NO_COMPILER = /No CMAKE_\w{1,20}_COMPILER could be found|_COMPILER not set|was not found in the PATH/
const STOP = /\.? {1,4}Stop\.$/
const MAX_BODY = 40

/** Errors of make, ninja and CMake themselves. "*** [app] Error 1" only repeats that something failed, and is left out. */
export function readBuildToolErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  return lines.flatMap((line, index) => {
    const error = line.startsWith("CMake Error") ? readCmake(lines, index) : readMake(line, lines[index + 1])
    return error === null ? [] : [error]
  })
}

function readMake(line: string, below = ""): ParsedDiagnostic | null {
  if (line.includes("*** ") || line.startsWith("ninja: ")) {
    const message = MAKE.exec(line)?.[1]?.replace(STOP, "")
    if (message !== undefined) return { kind: "build", code: "make", message }
    const [, path, row, told] = MAKE_FILE.exec(line) ?? []
    return path === undefined || told === undefined
      ? null
      : { kind: "build", code: "make", message: told, location: { path, line: Number(row) } }
  }
  const program = line.includes("ake") ? NO_PROGRAM.exec(line)?.[1] : undefined
  // make says the same of a missing makefile, and then looks for a rule to make it.
  const is_file = program !== undefined && below.includes(`No rule to make target '${program}'`)
  return program === undefined || is_file
    ? null
    : { kind: "environment", message: `${program}: command not found` }
}

/** The message stands indented below the place. */
function readCmake(lines: readonly string[], index: number): ParsedDiagnostic | null {
  const line = lines[index] ?? ""
  const [, path, row, code] = CMAKE.exec(line) ?? []
  const plain = path === undefined ? CMAKE_PLAIN.exec(line)?.[1] : undefined
  if (path === undefined && plain === undefined) return null
  const message = plain ?? bodyBelow(lines, index + 1)
  return {
    kind: NO_COMPILER.test(message) ? "environment" : "build",
    message,
    code: code ?? "cmake",
    location: path === undefined ? undefined : { path, line: Number(row) },
  }
}

function bodyBelow(lines: readonly string[], start: number): string {
  const body: string[] = []
  for (const line of lines.slice(start, start + MAX_BODY)) {
    if (line !== "" && !line.startsWith("  ")) break
    if (line === "" && body.at(-1) === "") break
    body.push(line.trim())
  }
  return body.join("\n").trim()
}
