import { programName } from "./program_of.ts"
import type { SimpleCommand } from "./split_commands.ts"
import { taskOf } from "./task_runner.ts"

/** Programs whose operands change; for those in `last` only the last operand does. */
const CHANGES: Readonly<Record<string, "all" | "last">> = {
  rm: "all",
  mv: "all",
  rmdir: "all",
  mkdir: "all",
  touch: "all",
  truncate: "all",
  chmod: "all",
  chown: "all",
  tee: "all",
  cp: "last",
  ln: "last",
  rsync: "last",
  install: "last",
}
/** Programs that write when one of their words says so. */
const WRITES_WHEN: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[nErsz]{0,6}i.{0,32}|--in-place(?:=.{0,32})?)$/s,
  perl: /^-[lpnw0a]{0,6}i\S{0,32}$/,
  ruby: /^-[lpnw]{0,6}i\S{0,32}$/,
  awk: /^inplace$/,
  gawk: /^inplace$/,
  gofmt: /^-w$/,
  goimports: /^-w$/,
  prettier: /^(?:--write|-w)$/,
  biome: /^(?:--write|--apply|--apply-unsafe|--fix)$/,
  rubocop: /^(?:-a|-A|--auto-?correct(?:-all)?)$/,
  "clang-format": /^-i$/,
  autopep8: /^(?:-i|--in-place|-[ai]{2,4})$/,
  autoflake: /^(?:-i|--in-place)$/,
  yapf: /^(?:-i|--in-place)$/,
  jest: /^(?:-u|--updateSnapshot)$/,
  vitest: /^(?:-u|--update)$/,
  pytest: /^--(?:snapshot|inline-snapshot|force-regen)/,
  tar: /^-?(?:x|[a-z]{0,4}x)[a-zA-Z]{0,4}$/,
  unzip: /./,
  patch: /./,
  ed: /./,
  ex: /./,
}
/** Formatters that write unless one of their words says otherwise. */
const WRITES_UNLESS: Readonly<Record<string, RegExp>> = {
  black: /^(?:--check|--diff|--version)$/,
  isort: /^(?:--check|--check-only|-c|--diff|--version)$/,
  rustfmt: /^--check$/,
}
const FIXES = /^--fix(?:-only|-dry-run|=.{0,64})?$/
const CHECK_ONLY = new Set(
  "--check --check-formatted --verify-no-changes --diff --dry-run -n --stat --summary".split(" "),
)
const INSTALLS = "install|i|ci|add|remove|rm|uninstall|update|upgrade|up|link|dedupe|sync|require"
const INSTALL = new RegExp(`^(?:${INSTALLS})$`)
/** Programs that write when they are asked for one of these. */
const SUBCOMMANDS: Readonly<Record<string, RegExp>> = {
  git: /^(?:apply|checkout|switch|restore|merge|revert|rebase|cherry-pick|am|pull|clean|rm|mv|read-tree|checkout-index|bisect)$/,
  pip: INSTALL,
  pip3: INSTALL,
  uv: INSTALL,
  pipenv: INSTALL,
  poetry: INSTALL,
  pdm: INSTALL,
  bundle: INSTALL,
  gem: INSTALL,
  composer: /^(?:install|require|update|remove|dump-autoload|dumpautoload)$/,
  cargo: /^(?:add|rm|remove|update|fix|fmt|init|new|install|generate-lockfile)$/,
  go: /^(?:get|mod|generate|fmt|work|install)$/,
  dotnet: /^(?:add|restore|format|new|remove)$/,
  mix: /^(?:deps\.\w{1,32}|format|new)$/,
  conda: INSTALL,
  apt: INSTALL,
  "apt-get": INSTALL,
  apk: INSTALL,
  yum: INSTALL,
  dnf: INSTALL,
  brew: INSTALL,
  playwright: /^install$/,
  ruff: /^format$/,
  terraform: /^(?:fmt|init)$/,
  rustup: /^(?:component|target|toolchain|update|default)$/,
  "manage.py": /^(?:makemigrations|migrate|startapp|squashmigrations)$/,
  prisma: /^(?:generate|migrate|db)$/,
}
type Words = ReadonlySet<string | undefined>
/** Commands that change the repository, but none of its files. */
const GIT_RECORDS: Words = new Set("add commit push reset checkout tag init worktree notes".split(" "))
const STASH_LOOKS: Words = new Set(["list", "show", "create"])
const RESETS_FILES: Words = new Set(["--hard", "--merge", "--keep"])
const NEW_BRANCH: Words = new Set(["-b", "-B"])
const FOLDER_OR_SETTING: Words = new Set(["-C", "-c"])
const RUNS_EACH = new Set(["-exec", "-execdir", "-ok"])
const OUTPUTS = new Set(["-o", "--output", "-O", "-qO", "--output-document"])
const PRINTS = new Set(["-O-", "-qO-", "--spider"])
const TASK_RUNNERS = new Set(["make", "just", "task", "rake"])
const FIX_TASK = /(?:^|[:_-])(?:fix|format|fmt|prettify|codegen|generate|gen|init)(?:$|[:_-])/
const OUTSIDE = /^(?:\/tmp|\/var\/tmp|\/private\/tmp|\/dev|\/proc|~\/\.cache|\$\{?TMPDIR)/
/** Paths that tools generate and people do not edit. */
const GENERATED =
  /(?:^|\/)(?:node_modules|dist|coverage|target|__pycache__|\.\w{1,32}_cache|\.cache|\.coverage|nohup\.out)(?:\/|$)|\.(?:log|pyc|class|o|tmp|out)$/

/** Whether one command may change the files that checks look at. `reports`: what it prints is a check's report. */
export function writesFiles(command: SimpleCommand, words: readonly string[], reports: boolean): boolean {
  if (!reports && command.redirections.some(({ operator, target }) => isWriteTo(operator, target)))
    return true
  const [program = "", ...rest] = words
  const name = programName(program)
  if (name === "tee" && reports) return false
  const changed = ownOf(CHANGES, name)
  if (changed !== undefined) return changesOne(rest, changed)
  if (rest.some((word) => FIXES.test(word))) return !rest.includes("--fix-dry-run")
  const when = ownOf(WRITES_WHEN, name)
  if (when !== undefined) return rest.some((word) => when.test(word))
  const unless = ownOf(WRITES_UNLESS, name)
  if (unless !== undefined) return !rest.some((word) => unless.test(word))
  if (name === "find") return rest.includes("-delete") || writesByFind(command, rest)
  if (name === "curl" || name === "wget") return downloads(name, rest)
  return asksToWrite(name, rest) || runsFixTask(words)
}

/** Whether a word asks a package manager, also one that nobody knows, for the program that follows. */
export function installs(word: string): boolean {
  return INSTALL.test(word) || /^(?:create|download|inject|use|pin|search)$/.test(word)
}

/** PowerShell names what a command does by its verb. */
const CMDLET_WRITES =
  /^(?:New|Set|Add|Clear|Copy|Move|Remove|Rename|Out|Export|Expand|Compress|Start|Stop)-[A-Z]\w{1,40}$/

/** Whether one command changes something other than files that checks look at: `git commit`, `git push`. */
export function changesOther([program = "", ...rest]: readonly string[]): boolean {
  const name = programName(program)
  if (name !== "git")
    return Object.hasOwn(CHANGES, name) || /^(?:p?kill|killall)$/.test(name) || CMDLET_WRITES.test(name)
  return GIT_RECORDS.has(operandsOf(rest)[0])
}

function ownOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Whether a redirection fills a file that somebody may keep. */
export function isWriteTo(operator: string, target: string): boolean {
  if (!operator.includes(">") || (operator === ">&" && /^(?:\d{1,2}|-)$/.test(target))) return false
  return isKept(target)
}

function isKept(target: string): boolean {
  return target !== "" && target !== "-" && !OUTSIDE.test(target) && !GENERATED.test(target)
}

function changesOne(words: readonly string[], which: "all" | "last"): boolean {
  const operands = words.filter((word) => !word.startsWith("-"))
  return (which === "last" ? operands.slice(-1) : operands).some(isKept)
}

/** `find . -exec sed -i s/a/b/ {} +` */
function writesByFind(command: SimpleCommand, words: readonly string[]): boolean {
  const at = words.findIndex((word) => RUNS_EACH.has(word))
  const inner = words.slice(at + 1)
  return (
    at !== -1 &&
    programName(inner[0] ?? "") !== "find" &&
    writesFiles({ ...command, redirections: [] }, inner, false)
  )
}

function downloads(name: string, words: readonly string[]): boolean {
  if (name === "curl" && words.some((word) => /^-(?:[a-zA-Z]{0,8}O|-remote-name)/.test(word))) return true
  const at = words.findIndex((word) => OUTPUTS.has(word))
  if (at === -1) return name === "wget" && !words.some((word) => PRINTS.has(word))
  return isKept(words[at + 1] ?? "")
}

function asksToWrite(name: string, words: readonly string[]): boolean {
  const [verb = "", next] = operandsOf(words)
  if (name === "git" && verb === "stash") return !STASH_LOOKS.has(next)
  if (name === "git" && verb === "reset") return words.some((word) => RESETS_FILES.has(word))
  if (verb === "checkout" && NEW_BRANCH.has(words[words.indexOf(verb) + 1])) return false
  const pattern = ownOf(SUBCOMMANDS, name)
  // `uv pip install`
  const asked = verb === "pip" ? next : verb
  return asked !== undefined && pattern?.test(asked) === true && !words.some((word) => CHECK_ONLY.has(word))
}

/** The words that are neither flags nor the folder or setting that a program takes first. */
function operandsOf(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => !word.startsWith("-") && !FOLDER_OR_SETTING.has(words[index - 1]))
}

function runsFixTask(words: readonly string[]): boolean {
  const task = taskOf(words)
  if (task !== null) return !task.is_program && (INSTALL.test(task.name) || FIX_TASK.test(task.name))
  return TASK_RUNNERS.has(programName(words[0] ?? "")) && words.some((word) => FIX_TASK.test(word))
}
