import { nestedLine } from "./nested_line.ts"
import { programName, programOf } from "./program_of.ts"
import { type SimpleCommand, splitCommands } from "./split_commands.ts"
import { isWriteTo, writesFiles } from "./writes_files.ts"

/** What a command line does to files that people write, as far as the line tells. */
export interface FileChanges {
  /** Files that it writes, moves or removes; not those of formatters, installers, or data that a program prints into. */
  readonly written: readonly string[]
  /** It rewrites files without naming them: `grep -rl a | xargs sed -i s/a/b/`, `git apply fix.patch`. */
  readonly writes_unnamed: boolean
  /** Files, folders or "." that return to the last commit: `git restore src`, `git stash`. */
  readonly reverted: readonly string[]
  /** It makes a commit, so that later reverts go back no further. */
  readonly commits: boolean
}

const MAX_NESTING = 4
const ALL_FILES = "."
/** Programs that move or remove files, or fill them with what the line says. */
const MOVES = new Set(["rm", "mv", "truncate", "tee"])
const COPIES = new Set(["cp", "ln", "rsync", "install"])
const REWRITES = new Set("sed perl ruby awk gawk patch ed ex jscodeshift comby ast-grep sg".split(" "))
/** Programs that print what the agent wrote, or a file as it was. */
const PRINTS = new Set(
  "cat echo printf sed awk gawk jq yq perl git tee sort head tail base64 tr cut envsubst diff".split(" "),
)
const INTERPRETER = /^(?:python[\d.]*|pypy[\d.]*|node|deno|bun|tsx|ruby|perl|php)$/
const WRITES_IN_CODE =
  /\bopen\([^()]{1,300},\s{0,9}(?:mode\s{0,9}=\s{0,9})?["'][wax]|\.open\(\s{0,9}["'][wax]|write_text|write_bytes|writeFile|appendFile|outputFile|File\.write|IO\.write|file_put_contents|fs\.(?:rename|rm|unlink|copyFile)|shutil\.|os\.(?:rename|replace|remove)/
const DATA =
  /\.(?:jsonl?|ndjson|csv|tsv|xml|html?|sql|txt|diff|patch|yaml|yml|db|sqlite3?|zip|gz|tgz|png|pdf)$/i
const PATH = /^[\w./@+*?{},[\]~$-]{1,300}$/
const EXTENSION = /[\w*}]\.[A-Za-z*]\w{0,9}$/
const QUOTED = /["'`]([^"'`\n]{1,300})["'`]/g

/** Reads what a command line changes. Linear, never throws. */
export function fileChanges(line: string): FileChanges {
  const found: Found = { written: [], writes_unnamed: false, reverted: [], commits: false }
  collect(line, MAX_NESTING, found)
  return found
}

interface Found {
  written: string[]
  writes_unnamed: boolean
  reverted: string[]
  commits: boolean
}

function collect(line: string, nesting: number, found: Found): void {
  for (const command of splitCommands(line)) {
    const words = programOf(command.words)
    const nested = nesting > 0 ? nestedLine(command, words) : null
    if (nested === null) takeCommand(command, words, found)
    else collect(nested, nesting - 1, found)
  }
}

function takeCommand(command: SimpleCommand, words: readonly string[], found: Found): void {
  const [program = "", ...rest] = words
  const name = programName(program)
  const printed = command.redirections.flatMap(({ operator, target }) =>
    isWriteTo(operator, target) ? [target] : [],
  )
  // A variable is no name of a file.
  const named = printed.filter((target) => !target.includes("$"))
  found.written.push(...named.filter((target) => PRINTS.has(name) || program === "" || !DATA.test(target)))
  if (name === "git") takeGit(rest, found)
  else if (MOVES.has(name) || COPIES.has(name) || REWRITES.has(name)) {
    if (!writesFiles({ ...command, redirections: [] }, words, false)) return
    const files = rest.filter((word) => !word.startsWith("-") && PATH.test(word) && EXTENSION.test(word))
    found.written.push(...(COPIES.has(name) ? files.slice(-1) : files))
    if (files.length === 0) found.writes_unnamed ||= REWRITES.has(name)
  } else if (name === "find" && writesFiles({ ...command, redirections: [] }, words, false)) {
    found.writes_unnamed = true
  } else if (INTERPRETER.test(name)) takeCode([...rest, command.input ?? ""].join("\n"), found)
}

/** Code in the line itself, `python -c "..."` or a here-document, that opens a file to write. */
function takeCode(code: string, found: Found): void {
  if (!WRITES_IN_CODE.test(code)) return
  const files = [...code.matchAll(QUOTED)].flatMap(([, text]) => text ?? [])
  found.written.push(...files.filter((file) => PATH.test(file) && EXTENSION.test(file)))
}

function takeGit(rest: readonly string[], found: Found): void {
  const [verb, ...words] = rest.filter((word, index) => word !== "-C" && rest[index - 1] !== "-C")
  const named = words.filter((word) => !word.startsWith("-"))
  switch (verb) {
    case "commit":
      found.commits = true
      return
    case "apply":
    case "am":
      found.writes_unnamed ||= !words.some((word) => /^--(?:check|stat|numstat|summary)$/.test(word))
      return
    case "rm":
    case "mv":
      if (!words.includes("--cached")) found.written.push(...named)
      return
    case "restore":
      if (!words.includes("--staged") && !words.some((word) => word.startsWith("--source")))
        found.reverted.push(...named)
      return
    case "checkout": {
      const at = words.indexOf("--")
      // Without `--` a name may be that of a branch.
      const paths =
        at === -1 ? named.filter((word) => word === "." || EXTENSION.test(word)) : words.slice(at + 1)
      // Sources of another commit are not a return to HEAD.
      const is_last =
        at === -1 ? paths.length === named.length : words.slice(0, at).every((word) => word === "HEAD")
      if (is_last) found.reverted.push(...paths)
      return
    }
    case "stash":
      if (named[0] === undefined || named[0] === "push" || named[0] === "save") found.reverted.push(ALL_FILES)
      // What the same line stashed is there again.
      else if (named[0] === "pop" && found.reverted.at(-1) === ALL_FILES) found.reverted.pop()
      else if (named[0] === "pop" || named[0] === "apply") found.writes_unnamed = true
      return
    case "reset":
      if (words.includes("--hard") && named.every((word) => word === "HEAD")) found.reverted.push(ALL_FILES)
      return
    default:
  }
}
