import type { TestLanguage } from "@proofloop/foundation/paths"
import { bareSource, languageOf } from "@proofloop/stdlib/internal/critics"
import { environmentReason } from "./environment.ts"
import { existenceReason } from "./existence.ts"
import { namesPath } from "./names_path.ts"
import { ownNames } from "./own_names.ts"
import { ownTextReason, sourceRead } from "./source_text.ts"

/**
 * Why a test would recognise the fix by something other than the code's behaviour, such as a marker file, the
 * environment, the branch or the text of a changed source. Gives null for a good test. It may use a temporary folder.
 * @requirement self-correction.regression-test
 */
export function markerReason(
  content: string,
  language: TestLanguage,
  changed_files: readonly string[] = [],
): string | null {
  const text = bareSource(content, language, true)
  if (MARKER.test(text)) return "it looks for a marker file; test what the code does"
  const lines = text.split("\n")
  const has_own_folder = OWN_FOLDER.test(text)
  if (!has_own_folder && isExistenceTest(text, language)) {
    return "it asks whether a file is there; test what the code does (in a temporary folder, if it writes files)"
  }
  if (!has_own_folder && GIT.test(text)) return "it asks git for the branch or commit it runs on"
  if (COMMIT_NAMES.test(text)) return "it asks for the branch or commit it runs on"
  if (lines.some((line) => LISTS.test(line) && ASSERTS.test(line)) && !has_own_folder) {
    return "it asks which files are there; test what the code does (in a temporary folder, if it writes files)"
  }
  const sources = changed_files.filter((path) => languageOf(path) !== null)
  const asked = sources.find((path) => lines.some((line) => isAbout(line, language) && namesPath(line, path)))
  if (asked !== undefined) return `it asks whether ${asked} is there; run that code and assert what it does`
  const statements = statementsOf(text, bareSource(content, language))
  const names = ownNames(statements, language)
  return (
    environmentReason(statements, language) ??
    ownTextReason(text, statements, { language, names }) ??
    sourceRead(content, lines, sources) ??
    replacedReason(statements, sources) ??
    existenceReason(statements, names, language)
  )
}

const MARKER = /regression_marker|\.(?:flag|marker)["'`]|marker[_-]?file/i

const OWN_FOLDER =
  /\btmp_?path\b|\btmpdir\b|\btempfile\b|\bmkdtemp|\bTempDir\b|\btempdir\b|\bTemporaryDirectory\b|\bMkdirTemp\b|\bcreateTemp(?:Directory|File)\b/

const EXISTENCE: Readonly<Record<TestLanguage, RegExp>> = {
  python: /\bos\.path\.(?:exists|lexists|isfile|isdir)\(|\bos\.(?:access|stat)\(/,
  script: /\b(?:existsSync|accessSync|statSync|lstatSync|pathExists)\(|\bfs\.(?:access|stat|exists)\(/,
  go: /\bos\.(?:Stat|Lstat)\(/,
  rust: /\.(?:exists|try_exists|is_file|is_dir)\(\)|\bfs::(?:metadata|exists)\b/,
  java: /\bFiles\.(?:exists|notExists|isRegularFile|isDirectory)\(|\bnew File\([^)\n]{0,200}\)\.(?:exists|isFile|isDirectory)\(/,
}

function isAbout(line: string, language: TestLanguage): boolean {
  return EXISTENCE[language].test(line) || LISTS.test(line)
}

/** Many classes have a method `exists`; in a text with paths it belongs to a path. */
function isExistenceTest(text: string, language: TestLanguage): boolean {
  if (EXISTENCE[language].test(text)) return true
  return (
    language === "python" && /\.(?:exists|is_file|is_dir)\(\)/.test(text) && /\bpathlib\b|__file__/.test(text)
  )
}

const GIT =
  /["'`]git["'` ]|\brev-parse\b|\bsymbolic-ref\b|--show-current\b|\.git\/(?:HEAD|refs|logs)|\bgit2::|\bimport git\b|["'`]simple-git["'`]/
const COMMIT_NAMES =
  /\b(?:GITHUB_(?:SHA|REF|HEAD_REF|REF_NAME)|GIT_(?:COMMIT|BRANCH|SHA)|CI_COMMIT_\w{1,40})\b/

const LISTS = /\b(?:readdir|readdirSync|listFiles|listdir|scandir|iterdir|globSync|ReadDir|read_dir)\b/
const ASSERTS = /\bassert|\bexpect\(|\bt\.(?:Error|Fatal)/

/** Why a test would bypass the changed code: it replaces a whole changed module. null: it does not. */
function replacedReason(statements: readonly string[], changed_files: readonly string[]): string | null {
  const found = statements
    .filter((statement) => REPLACES.test(statement))
    .flatMap((statement) => changed_files.find((path) => namesPath(statement, path)) ?? [])
  const [path] = found
  return path === undefined ? null : `it puts something else in the place of ${path}; run that code itself`
}

const REPLACES =
  /\b(?:vi|jest)\.(?:mock|doMock|unstable_mockModule|setMock)\(|\bmock\.module\(|\b(?:proxyquire|rewire|esmock|mockery)\b|\btd\.replace(?:Esm|Cjs)?\(\s{0,40}["'`]|\brequire\.cache\[|\bsys\.modules\[[^\]]{1,200}\]\s{0,4}=|\bsetitem\(\s{0,40}sys\.modules\b|\bpatch\.dict\(\s{0,40}["']?sys\.modules\b/

/** Longest statement that is read, in lines. */
const MOST_LINES = 20

/**
 * The statements of a test: a line, and the following ones while one of its parentheses is open and no block has
 * begun. `bare`: the same text without the insides of strings.
 */
function statementsOf(text: string, bare: string): readonly string[] {
  const [lines, bones] = [text.split("\n"), bare.split("\n")]
  const found: string[] = []
  for (let at = 0; at < lines.length;) {
    const last = lastLine(bones, at)
    found.push(lines.slice(at, last + 1).join(" "))
    at = last + 1
  }
  return found
}

function lastLine(bones: readonly string[], from: number): number {
  let depth = 0
  for (let at = from; at < Math.min(bones.length, from + MOST_LINES); at += 1) {
    const line = bones[at] ?? ""
    for (const sign of line) depth += sign === "(" || sign === "[" ? 1 : sign === ")" || sign === "]" ? -1 : 0
    if (depth <= 0) return at
    if (/[{:][ \t]{0,8}$/.test(line)) return from
  }
  return from
}
