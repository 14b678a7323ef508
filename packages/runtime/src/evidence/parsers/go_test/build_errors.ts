import type { DiagnosticKind } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import type { ParsedDiagnostic } from "../parser.ts"

const HEADER = /^# (\[?)[^\s\]]{1,512}\]?(?: \[\S{1,512}\])?$/
const PLACE =
  /^(?:vet: )?((?:[A-Za-z]:)?[^\s:]{1,512}\.(?:go|s|c|h|cc|cpp)):(\d{1,7})(?::(\d{1,7}))?: (.{1,4000})$/
const COMMAND =
  /^(?:go: |go build |cgo: )(?!downloading |finding |extracting |found |added |upgraded |downgraded |creating |to add |warning: )(.{1,4000})$/
const LOADING =
  /^(?:package \S{1,512} is not in |no required module provides |no Go files in |cannot find package |import cycle not allowed|build constraints exclude )/
const LINTER = / \(([a-z][a-z\d-]{1,40})\)$/
const REPORT = /^(?:FAIL|PASS|ok {2}|--- |=== |exit status )/
/** Phrases of vet alone; its findings look like the compiler's errors. */
const VET =
  /^(?:\S{1,128} (?:format|call has|arg list|directive)|unreachable code|self-assignment of|struct field |result of \S{1,128} call not used|possible misuse of|composite literal uses|unusable |the cancel function|using \S{1,128} before checking|call to \S{1,128} from a non-test|loop variable |impossible |suspect |redundant or|\S{1,128} (?:copies|passes) lock|assignment copies lock)/
const UNREACHABLE =
  /dial tcp|no such host|connection refused|i\/o timeout|TLS handshake|proxyconnect|executable file not found in|toolchain not available|requires go >=|module lookup disabled by GOPROXY=off/
const UNDECLARED = /cannot find module providing package|no required module provides/

interface OpenError {
  readonly diagnostic: ParsedDiagnostic
  readonly more: string[]
}

/** Errors of the compiler, of vet and of the go command itself, wherever they stand between the reports of packages. */
export function readBuildErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: OpenError[] = []
  let open: OpenError | null = null
  let below: "none" | "build" | "vet" = "none"
  for (const line of lines) {
    const header = HEADER.exec(line)
    const read: OpenError | null = header === null ? readError(line, below) : null
    if (header !== null) below = header[1] === "[" ? "vet" : "build"
    else if (read === null && open !== null && line.startsWith("\t")) open.more.push(line.trim())
    else if (read === null) below = "none"
    open = read ?? (line.startsWith("\t") ? open : null)
    if (read !== null) found.push(read)
  }
  return found.map(({ diagnostic, more }) => withMore(diagnostic, more))
}

function readError(line: string, below: "none" | "build" | "vet"): OpenError | null {
  const [, path, row, column, message] = PLACE.exec(line) ?? []
  if (path !== undefined && message !== undefined && (below !== "none" || column !== undefined)) {
    const linter = below === "none" ? LINTER.exec(message)?.[1] : undefined
    return {
      more: [],
      diagnostic: {
        kind: linter === undefined && !isVet(message, below) ? kindOf(message) : "lint",
        message: linter === undefined ? message : message.replace(LINTER, ""),
        code: linter,
        location: { path, line: Number(row), ...(column === undefined ? {} : { column: Number(column) }) },
      },
    }
  }
  const command = COMMAND.exec(line)?.[1] ?? (LOADING.test(line) ? line : undefined)
  const other = below !== "none" && line !== "" && !REPORT.test(line) && !line.startsWith("\t") ? line : null
  const text = command ?? other
  return text === null ? null : { more: [], diagnostic: { kind: kindOf(text), message: text } }
}

function isVet(message: string, below: "none" | "build" | "vet"): boolean {
  return below !== "none" && (below === "vet" || VET.test(message))
}

function kindOf(message: string): DiagnosticKind {
  if (UNDECLARED.test(message)) return "build"
  return UNREACHABLE.test(message) || isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "build"
}

function withMore(diagnostic: ParsedDiagnostic, more: readonly string[]): ParsedDiagnostic {
  return more.length === 0
    ? diagnostic
    : { ...diagnostic, message: [diagnostic.message, ...more.slice(0, 20)].join("\n") }
}
