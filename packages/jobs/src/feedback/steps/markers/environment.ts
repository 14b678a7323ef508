import type { TestLanguage } from "@proofloop/foundation/paths"

/**
 * Why a test would depend on a variable of the environment: an assertion or a branch reads one, or a name that was
 * set to one. Setting and restoring a variable does not count. null: it does not depend on one.
 */
export function environmentReason(statements: readonly string[], language: TestLanguage): string | null {
  const held = new Set<string>()
  for (const [at, statement] of statements.entries()) {
    const read = statement.replace(WRITES, "").replace(HANDS_ON, "")
    const restores = [statement, statements[at + 1] ?? ""].some((each) => each.search(WRITES) >= 0)
    const asks =
      ENVIRONMENT[language].test(read) || (!restores && wordsOf(read).some((word) => held.has(word)))
    if (asks && DECIDES.test(read)) {
      return "it depends on a variable of the environment; set what the code needs in the test"
    }
    for (const name of namesSet(read, language, held)) held.add(name)
  }
  return null
}

/** The names that a statement sets to the environment or to one of its variables, at the beginning of the value. */
function namesSet(read: string, language: TestLanguage, held: ReadonlySet<string>): readonly string[] {
  const [all = "", names = ""] = SET.exec(read) ?? []
  const value = read.slice(all.length)
  const [, first = ""] =
    /^\s{0,8}(?:await\s{1,8}|Boolean\(|String\(|[!(]){0,4}([\w$]{1,200})/.exec(value) ?? []
  const at = value.search(ENVIRONMENT[language])
  const is_held =
    held.has(first) ||
    (at >= 0 && at <= LONGEST_LEAD) ||
    (all.endsWith("from") && ENVIRONMENT[language].test(read))
  return is_held ? wordsOf(names).filter((word) => word !== "_") : []
}

/** As long as `!!Boolean(std::`. */
const LONGEST_LEAD = 16

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\w$]+/).filter(Boolean)
}

/** What a program is started with. */
const HANDS_ON =
  /\.\.\.process\.env\b|\*\*os\.environ\b|[,({]\s{0,4}env\s{0,4}[=:](?!=)\s{0,4}[\w.]{0,200}|[{,]\s{0,4}env\s{0,4}(?=[,}])(?![^;]{0,80}(?:=|\bfrom\b))/g

/** `delete process.env.A`, `process.env.A = a`, `os.environ["A"] = a`. */
const WRITES =
  /\bdelete process\.env[\w.["'\]]{1,200}|\b(?:process\.env|os\.environ)[\w.["'\]]{1,200}\s{0,4}=(?!=)|\bdel os\.environ[\w.["'\]]{1,200}/g

const ENVIRONMENT: Readonly<Record<TestLanguage, RegExp>> = {
  python: /\bgetenv\(|\benviron(?:b|\.get)?\b/,
  script:
    /\bprocess\s{0,4}(?:\?\.|\.)\s{0,4}env\b|\bprocess\[["'`]env["'`]\]|\bimport\.meta\.env\b|\bDeno\.env\b|\bBun\.env\b|\benv\.CI\b|\bisCI\b|["'`](?:is-ci|ci-info|std-env)["'`]|[{,]\s{0,8}env\b[\w\s,:]{0,100}\}\s{0,4}from\s{0,4}["'](?:node:)?process["']/,
  go: /\bos\.(?:Getenv|LookupEnv|Environ)\(/,
  rust: /\benv::vars?(?:_os)?\(|\benv!\(|\boption_env!\(/,
  java: /\bSystem\.getenv\(/,
}

/** An assertion or a branch. */
const DECIDES =
  /\bassert|\bexpect\(|\b(?:if|elif|unless|while|switch|match)\b|\bself\.assert|\bt\.(?:Error|Fatal)|\?(?!\.)|&&|\|\||\breturn\b/

/** The names that a statement sets. */
const SET =
  /^\s{0,80}(?:(?:const|let|var|import|final|static|String|boolean)\s{1,8}){0,3}(?:mut\s{1,4})?([\w$,{}:\s]{1,200}?)\s{0,8}(?::?=(?!=)|from\b)/
