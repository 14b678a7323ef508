import { posix } from "node:path"
import type { TestLanguage } from "@proofloop/foundation/paths"
import { languageOf } from "@proofloop/stdlib/critics"
import { bareSource } from "./test_source.ts"

/**
 * Why a test would tell the fix by something else than what the code does, such as a marker file, the environment, the branch or
 * the text of a changed source; null: it would not. It may use a temporary folder. @requirement self-correction.regression-test
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
  if (lines.some((line) => ENVIRONMENT[language].test(line) && DECIDES.test(line))) {
    return "it depends on a variable of the environment; set what the code needs in the test"
  }
  if (lines.some((line) => LISTS.test(line) && ASSERTS.test(line)) && !has_own_folder) {
    return "it asks which files are there; test what the code does (in a temporary folder, if it writes files)"
  }
  const read = language === "python" && OWN_TEXT.test(text) ? "the code" : sourceRead(lines, changed_files)
  return read === null ? null : `it reads the text of ${read}; run that code and assert what it does`
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

/** Many classes have a method `exists`; with paths in the text it is that of a path. */
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

const ENVIRONMENT: Readonly<Record<TestLanguage, RegExp>> = {
  python: /\bos\.getenv\(|\bos\.environ\b|\bgetenv\(/,
  script: /\bprocess\.env\b/,
  go: /\bos\.(?:Getenv|LookupEnv)\(/,
  rust: /\benv::var(?:_os)?\(|\benv!\(|\boption_env!\(/,
  java: /\bSystem\.getenv\(/,
}

/** An assertion or a branch; to set a variable and to put it back is neither. */
const DECIDES = /\bassert|\bexpect\(|\bif\b|\bself\.assert|\bt\.(?:Error|Fatal)|\?/

const LISTS = /\b(?:readdir|readdirSync|listFiles|listdir|scandir|iterdir|globSync|ReadDir|read_dir)\b/
const ASSERTS = /\bassert|\bexpect\(|\bt\.(?:Error|Fatal)/

/** Python's ways to a module's text without its file's name. */
const OWN_TEXT =
  /\bgetsource(?:lines)?\(|\bopen\([\w.]{1,200}\.__file__|\.__file__\){1,2}\.read_(?:text|bytes)\(|\.__code__\b/

const READS =
  /\b(?:open|readFile|readFileSync|read_text|ReadFile|read_to_string|include_str|readString|readAllLines|readAllBytes)\b/
const RUNS = /^[ \t]{0,40}(?:import|export|from)\b|\b(?:require|import)\(|\b(?:spawn|exec|fork|run)\w{0,20}\(/

/** The changed source a call that reads a file is given: within the call, or by a name that was set to it. */
function sourceRead(lines: readonly string[], changed_files: readonly string[]): string | null {
  const sources = changed_files.filter((path) => languageOf(path) !== null)
  const named = (text: string) => sources.find((path) => text.includes(posix.basename(path)))
  const held = new Map<string, string>()
  for (const [at, line] of lines.entries()) {
    const source = RUNS.test(line) ? undefined : named(line)
    const [, name] = /^[^=(]{0,80}?(\w{1,80})[ \t]{0,8}:?=(?!=)/.exec(line) ?? []
    if (source !== undefined && name !== undefined) held.set(name, source)
    if (!READS.test(line)) continue
    const is_open = /[(,][ \t]{0,8}$/.test(line)
    const call = is_open ? lines.slice(at, at + 4).join("\n") : line
    const given = call.split(/\W+/).find((word) => word !== name && held.has(word))
    const found = named(call) ?? held.get(given ?? "")
    if (found !== undefined) return found
  }
  return null
}
