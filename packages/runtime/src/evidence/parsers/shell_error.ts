import type { DiagnosticKind } from "../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../environment.ts"
import { linesParser } from "./lines.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

/** What shells and the tools behind them say: a code, words that must be there, and the missing thing in group 1. */
const MESSAGES: readonly (readonly [code: string, words: string, pattern: RegExp])[] = [
  ["command-not-found", "command not found", /^(?:.{1,256}: )?([\w./+@-]{1,256}): command not found$/],
  ["command-not-found", "command not found", /^(?:\S{1,64}: )?command not found: ([\w./+@-]{1,256})$/],
  ["command-not-found", ": not found", /^(?:.{1,256}: \d{1,9}|\S{0,64}sh): ([\w./+@-]{1,256}): not found$/],
  [
    "command-not-found",
    "is not recognized",
    /^'([^'\n]{1,256})' is not recognized as an internal or external command/,
  ],
  [
    "command-not-found",
    "is not recognized",
    /^(?:[\w.-]{1,64} ?: )?The term '([^'\n]{1,256})' is not recognized as /,
  ],
  [
    "command-not-found",
    "env: ",
    /^(?:\/usr\/bin\/)?env: ['‘`]?([^'’\n]{1,256}?)['’]?: No such file or directory$/,
  ],
  [
    "cannot-execute",
    "",
    /^(?:.{1,256}: )?(\S{1,512}): (?:cannot execute|Exec format error|bad interpreter).{0,256}$/,
  ],
  ["permission-denied", ": Permission denied", /^(?:.{1,256}: )?['‘]?(\S{1,512}?)['’]?: Permission denied$/],
  [
    "no-such-file",
    "No such file or directory",
    /^(?:.{1,256}(?:: | ))?['‘]?([^\s'’:]{1,512})['’]?: (?:\[Errno 2\] )?No such file or directory$/,
  ],
  [
    "syntax",
    "",
    /^(.{1,256}: )(?:line \d{1,9}: |\d{1,9}: )?(?:[Ss]yntax error.{0,400}|unexpected EOF while looking for.{0,200})$/,
  ],
  ["unbound-variable", "", /^.{1,256}: (\w{1,128}): (?:unbound variable|parameter not set)$/],
  [
    "killed-by-signal",
    "line ",
    /^.{1,256}: line \d{1,9}: {1,4}\d{1,9} (Segmentation fault|Aborted|Killed|Bus error|Illegal instruction).{0,400}$/,
  ],
  [
    "git",
    ": ",
    /^(?:fatal|error): ((?:not a git|ambiguous argument|pathspec|patch failed|corrupt patch|bad revision|unable to|could(?: not|n't)|Your local changes|You have not|repository|refusing|failed to push|src refspec|unknown (?:revision|switch|option)|\S{1,400}: (?:patch does not apply|does not exist in index)).{0,600}|\S{1,400}: patch does not apply)$/,
  ],
  [
    "make-no-rule",
    "No rule to make",
    /^g?make(?:\[\d{1,4}\])?: \*\*\* No rule to make target ['`]([^'\n]{1,512})'.{0,512}$/,
  ],
]
/** What they add to what they said. */
const ADDED =
  /^(?:Use '--' to separate|'git |hint: |.{1,256}: line \d{1,9}: `|usage: |Try '|Note: |operable program or batch file|make(?:\[\d{1,4}\])?: (?:Entering|Leaving) )/
/** The script and its counter, "bash: line 36191: ", say nothing of the failure. */
const COUNTER = /^(?:[\w./-]{1,256}: )(?:-c: )?(?:line \d{1,9}: (?:\d{1,9} )?|\d{1,9}: )\s{0,8}/
const MAX_LINE = 1000

/**
 * What a shell, git or make says when a command cannot do its work, at the end of an output. What was printed before is
 * kept line by line.
 */
export const shellErrorParser: OutputParser = {
  name: "shell_error",
  recognises: (text) => readLine(lastLine(text)) !== null,
  parse: (text) => {
    const lines = text.split("\n").filter((line) => line.trim() !== "" && !ADDED.test(line))
    if (readLine(lines.at(-1) ?? "") === null) return null
    const diagnostics = linesParser
      .parse(lines.join("\n"))
      .diagnostics.map(({ message }): ParsedDiagnostic => readLine(message) ?? { kind: "runtime", message })
    return { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

/** The last line that does not merely add to another. */
function lastLine(text: string): string {
  for (let end = text.length; end > 0;) {
    const start = text.lastIndexOf("\n", end - 1) + 1
    const line = text.slice(start, end)
    if (line.trim() !== "" && !ADDED.test(line)) return line
    end = start - 1
  }
  return ""
}

function readLine(given: string): ParsedDiagnostic | null {
  const line = given.trimEnd()
  if (line.length > MAX_LINE) return null
  for (const [code, words, pattern] of MESSAGES) {
    const about = line.includes(words) ? pattern.exec(line)?.[1] : undefined
    if (about === undefined) continue
    const message = line.replace(COUNTER, "")
    const is_file = code === "no-such-file" || code === "permission-denied" || code === "cannot-execute"
    return {
      kind: kindOf(code, line),
      code,
      message: message === "" ? line : message,
      ...(is_file ? { location: { path: about } } : {}),
    }
  }
  return null
}

function kindOf(code: string, line: string): DiagnosticKind {
  if (code === "syntax") return "build"
  if (code === "killed-by-signal") return line.includes(" Killed") ? "environment" : "runtime"
  return code === "command-not-found" || isEnvironmentFailure(line) ? "environment" : "runtime"
}
