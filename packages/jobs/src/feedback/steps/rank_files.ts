import { git, requireGit } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"

export interface RankedFile {
  readonly path: string
  readonly bytes: number
}

export interface RankOptions {
  readonly text: string
  /** Paths that were changed, the latest first, each once. Default none. */
  readonly recent?: readonly string[] | undefined
}

/**
 * The paths of a repository, the likeliest places of a feedback's cause first. What counts: named in its text, with
 * its words in the path, changed lately, sources of a usual size. Generated files come last. Ties go by path. Pure.
 */
export function rankFiles(
  files: readonly RankedFile[],
  { text, recent = [] }: RankOptions,
): readonly string[] {
  const said = text.slice(0, MAX_TEXT).toLowerCase()
  const words = wordsOf(said)
  const age = new Map(recent.map((path, at) => [path, at]))
  const scored = files.map(({ path, bytes }) => {
    const lately = age.get(path)
    const recency = lately === undefined ? 0 : RECENCY / (1 + lately / RECENT_HALF)
    return { path, score: wordScore(path, said, words) + recency + kindScore(path, bytes) }
  })
  return scored
    .toSorted((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path)
}

/** Feedback may carry a log. */
const MAX_TEXT = 20_000
/** The weights of a file: being named, a word of the feedback in its name or in its folders, and a recent change. */
const NAMED = 40
const NAMED_BASE = 25
const WORD_IN_NAME = 10
const WORD_IN_FOLDER = 5
const RECENCY = 6
/** A change that this many later paths follow counts half. */
const RECENT_HALF = 40

function wordScore(path: string, said: string, words: ReadonlySet<string>): number {
  const folded = path.toLowerCase()
  const folders = folded.split("/")
  const name = folders.pop() ?? ""
  // A short name such as "a.c" or "go" occurs in many texts by chance.
  const is_named = name.length >= MIN_NAME && said.includes(name)
  const named = is_named ? (folders.length > 0 && said.includes(folded) ? NAMED : NAMED_BASE) : 0
  const in_name = hits(wordsOf(splitCamel(path.split("/").at(-1) ?? "")), words)
  const in_folders = hits(wordsOf(splitCamel(path.split("/").slice(0, -1).join("/"))), words)
  return named + WORD_IN_NAME * in_name + WORD_IN_FOLDER * in_folders
}

const MIN_NAME = 5

function hits(parts: ReadonlySet<string>, words: ReadonlySet<string>): number {
  return [...parts].filter((part) => words.has(part)).length
}

/** Words of three letters and more, in lower case, "discounts" as "discount". */
function wordsOf(text: string): ReadonlySet<string> {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]{3,64}/gu) ?? []
  return new Set(found.map(singular).filter((word) => !STOP_WORDS.has(word)))
}

function singular(word: string): string {
  return word.length > 4 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word
}

function splitCamel(text: string): string {
  return text.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  "the and for are but not you all any can has was our out its with that this from have there which your when what were does should into than then also only src lib index main test spec"
    .split(" ")
    .map(singular),
)

/** Likely kinds of file: sources first, generated and unread files last. */
function kindScore(path: string, bytes: number): number {
  const size = bytes === 0 ? -2 : bytes > MAX_USUAL_BYTES ? -4 : 0
  if (WRITTEN_FOLDER.test(path) || WRITTEN_NAME.test(path)) return -12 + size
  if (NO_TEXT.test(path)) return -10 + size
  if (isTestPath(path)) return 2 + size
  if (SOURCE.test(path)) return 4 + size
  return (/\.(?:mdx?|rst|adoc|txt)$/i.test(path) ? 1 : 0) + size
}

const MAX_USUAL_BYTES = 256 * 1024

const WRITTEN_FOLDER =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|out|target|coverage|__snapshots__|fixtures|testdata|\.yarn)\//
const WRITTEN_NAME =
  /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|poetry\.lock|uv\.lock|Cargo\.lock|go\.sum|composer\.lock|Gemfile\.lock)$|\.min\.(?:js|css)$|\.(?:map|snap|lock)$/
const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|ico|svg|pdf|zip|t?gz|bz2|xz|7z|jar|class|so|dll|dylib|exe|wasm|woff2?|ttf|otf|eot|mp[34]|mov|webm|bin|db|sqlite)$/i
const SOURCE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kts?|scala|rb|php|cs|fs|swift|m|mm|[ch]|cc|cpp|cxx|hh|hpp|ex|exs|erl|hs|ml|clj|lua|dart|zig|sh|bash|sql|proto|graphql)$/i

const MAX_COMMITS = 200

/** The files of a commit for a feedback, the most likely first. Rejects with GitError. */
export async function likelyFiles(root: string, commit: string, text: string): Promise<readonly string[]> {
  const listed = await requireGit(root, ["ls-tree", "-r", "-z", "--long", commit])
  const files = listed.split("\0").flatMap((line) => {
    const tab = line.indexOf("\t")
    return tab === -1 ? [] : [{ path: line.slice(tab + 1), bytes: sizeIn(line.slice(0, tab)) }]
  })
  return rankFiles(files, { text, recent: await recentPaths(root, commit) })
}

/** "100644 blob <id>    1234"; a submodule has "-". */
function sizeIn(entry: string): number {
  return Number(entry.split(" ").at(-1)) || 0
}

/** Without a history, as in a shallow clone, only the present commits have paths. */
async function recentPaths(root: string, commit: string): Promise<readonly string[]> {
  const range = ["-z", "--format=", "--name-only", "--no-renames", "--relative", `--max-count=${MAX_COMMITS}`]
  const { exit_code, stdout } = await git(root, ["log", ...range, commit, "--"])
  if (exit_code !== 0) return []
  return [...new Set(stdout.split("\0").map((path) => path.replace(/^\n/, "")))].filter((path) => path !== "")
}
