import type { DiagnosticKind } from "../protocol/diagnostic.ts"

const MAX_CHARACTERS = 16 * 1024

/** What no edit of the sources can fix: a missing tool or package, no network, no space, a service that refuses. */
const ENVIRONMENT: readonly RegExp[] = [
  /\bcommand not found\b/i,
  /^(?:\S{0,128}sh)?:? ?(?:line )?\d{0,9}:? ?[\w./+-]{1,128}: (?:not found|Permission denied|cannot execute binary file)/m,
  /is not recognized as an internal or external command/i,
  /^(?:\/usr\/bin\/)?env: .{1,128}: No such file or directory/m,
  /\bspawn \S{1,256} (?:ENOENT|EACCES)\b/,
  /\bCannot find package '[^'\n]{1,256}'/,
  /\bCannot find module '(?![./\\]|[A-Za-z]:|node:|#|@\/|~)[^'\n]{1,256}'/,
  /\b(?:ENOSPC|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|EMFILE|EDQUOT|EROFS)\b/,
  /\bENOTFOUND\b.{0,64}\.\w|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)/,
  /No space left on device|Read-only file system|Cannot allocate memory|Too many open files/i,
  /Network is unreachable|No route to host|Temporary failure in name resolution|Could not resolve host|Name or service not known/i,
  /\b(?:429 Too Many Requests|502 Bad Gateway|503 Service (?:Temporarily )?Unavailable|504 Gateway Time-?out)\b/i,
  /\b(?:HTTP(?:\/\d(?:\.\d)?)?(?: error)?|status(?: code)?)[ :=]{1,2}(?:429|502|503|504)\b/i,
  /JAVA_HOME (?:is not|environment variable is not|not) (?:set|defined)|Unable to locate a Java Runtime/i,
  /Cannot connect to the Docker daemon|docker daemon is not running/i,
  /No matching distribution found for/i,
  /linker `[^`\n]{1,64}` not found|xcrun: error|gyp ERR! find (?:Python|VS)/i,
]
/** Words of which every pattern above needs at least one; looking for them is far cheaper than the patterns. */
const ENVIRONMENT_WORDS: readonly string[] = [
  "not found",
  "ermission denied",
  "cannot execute",
  "not recognized",
  "No such file",
  "spawn ",
  "Cannot find ",
  "pace left on device",
  "ead-only file system",
  "annot allocate memory",
  "oo many open files",
  "is unreachable",
  "o route to host",
  "name resolution",
  "not resolve host",
  "service not known",
  "Too Many Requests",
  "Service ",
  "Gateway",
  "status",
  "HTTP",
  "JAVA_HOME",
  "Java Runtime",
  " daemon",
  "No matching distribution",
  "xcrun: error",
  "gyp ERR!",
]
const ERRNO = /\bE(?:NOSPC|NOTFOUND|NETUNREACH|NETDOWN|AI_AGAIN|HOSTUNREACH|MFILE|DQUOT|ROFS)\b/
const TIMEOUT =
  /\b(?:command|process|execution|script|tool call|verification|test run) (?:has )?timed out\b|\btimed out after \d{1,9} ?(?:ms|s|seconds|minutes|m)\b|\bTimeoutExpired\b/i
const BUILD_WORDS: readonly string[] = ["rror", "FAILED", "ailed", "symbol", "compile"]
const TYPE_ERROR = /\berror TS\d{2,6}:|\berror: .{0,80}\[(?:arg-type|return-value|assignment|attr-defined)\]/
const BUILD =
  /\b(?:SyntaxError|IndentationError|BUILD FAILED|COMPILATION ERROR|compilation failed|Compile failed|cannot find symbol|could not compile)\b|^\S{1,256}:\d{1,7}(?::\d{1,7})?: (?:fatal )?error:/im

/**
 * The kind of a failure by its exit code and text, or null when nothing tells. A local module that is missing is an
 * ordinary failure; a missing package, tool, network or service is `environment` (architecture section 4).
 */
export function failureKind(text: string, exit_code: number | undefined): DiagnosticKind | null {
  if (exit_code === 126 || exit_code === 127) return "environment"
  if (exit_code === 124) return "timeout"
  const read = text.length <= MAX_CHARACTERS ? text : ends(text)
  if (isEnvironmentFailure(read)) return "environment"
  if (/ime(?:d.)?out/i.test(read) && TIMEOUT.test(read)) return "timeout"
  if (!BUILD_WORDS.some((word) => read.includes(word))) return null
  if (TYPE_ERROR.test(read)) return "type"
  return BUILD.test(read) ? "build" : null
}

/** Whether a text of moderate length says that tools, packages, network or space are missing. */
export function isEnvironmentFailure(text: string): boolean {
  const may = ENVIRONMENT_WORDS.some((word) => text.includes(word)) || ERRNO.test(text)
  return may && ENVIRONMENT.some((pattern) => pattern.test(text))
}

function ends(text: string): string {
  return `${text.slice(0, MAX_CHARACTERS / 2)}\n${text.slice(-MAX_CHARACTERS / 2)}`
}
