import type { TestLanguage } from "@proofloop/foundation/paths"

/**
 * Names in a test that stand for project code: imports other than the platform and test libraries, and variables set
 * to them. Only for scripts and Python, because elsewhere a missing name does not compile.
 */
export function ownNames(statements: readonly string[], language: TestLanguage): ReadonlySet<string> {
  const names = new Set<string>()
  if (language !== "script" && language !== "python") return names
  for (const statement of statements) {
    const imported = language === "script" ? ofScript(statement) : ofPython(statement)
    for (const name of imported) names.add(name)
    const [, set = "", value = ""] = SET.exec(statement) ?? []
    if (names.has(rootOf(value))) for (const name of namesIn(set)) names.add(name)
  }
  return names
}

/** `a` of `a.b["c"]`. */
export function rootOf(path: string): string {
  return /^[\w$]{1,200}/.exec(path)?.[0] ?? ""
}

/** A name, or names in braces, set to a path of names without a call. */
const SET =
  /^\s{0,40}(?:(?:const|let|var)\s{1,8})?(\w{1,200}|\{[^}]{1,400}\})\s{0,8}=\s{0,8}([\w$]{1,200}(?:\??\.[\w$]{1,200}|\[["'`\w$]{1,200}\]){0,5});?\s{0,8}$/

function ofScript(statement: string): readonly string[] {
  const [, clause = "", source = ""] =
    /^\s{0,40}import\s{1,8}([^"'`]{1,400}?)\s{1,8}from\s{0,8}["']([^"'`]{1,300})["']/.exec(statement) ??
    /^\s{0,40}(?:const|let|var)\s{1,8}([^=]{1,400}?)\s{0,8}=\s{0,8}\(?(?:await\s{1,8})?(?:require|import)\(\s{0,40}["'`]([^"'`]{1,300})["'`]/.exec(
      statement,
    ) ??
    []
  return source === "" || FOREIGN_SCRIPT.test(source) ? [] : namesIn(clause)
}

const FOREIGN_SCRIPT =
  /^(?:node:|bun:|jsr:@std\/)|^(?:vitest|chai|sinon|tape|ava|tap|mocha|uvu|jasmine|assert|fs|path|os|util|url|child_process|module|process|expect|should)(?:\/|$)|^@(?:jest|vitest|testing-library|sinonjs)\//

function ofPython(statement: string): readonly string[] {
  const [, from, names] =
    /^\s{0,40}from\s{1,8}([\w.]{1,200})\s{1,8}import\s{1,8}\(?([\w,* ]{1,400})/.exec(statement) ?? []
  if (from !== undefined && names !== undefined) return FOREIGN_PYTHON.test(from) ? [] : namesIn(names)
  const [, modules] = /^\s{0,40}import\s{1,8}([\w., ]{1,400})/.exec(statement) ?? []
  const each = (modules ?? "").split(",").filter((module) => !FOREIGN_PYTHON.test(module.trim()))
  return each.flatMap(
    (module) => (/ as (\w{1,200})/.exec(module)?.[1] ?? module.trim().split(".")[0] ?? "") || [],
  )
}

const FOREIGN_PYTHON =
  /^(?:__future__|abc|ast|asyncio|builtins|collections|contextlib|copy|datetime|decimal|dis|enum|functools|importlib|inspect|io|itertools|json|linecache|logging|math|mock|operator|os|pathlib|pickle|platform|pytest|random|re|shutil|socket|string|subprocess|sys|tempfile|textwrap|threading|time|types|typing|unittest|uuid|warnings)(?:\.|\s|$)/

/** `{ a, b as c, d: e }`, `* as f`, `g`. */
function namesIn(clause: string): readonly string[] {
  return clause.split(/[{},]/).flatMap((piece) => {
    const words = piece
      .trim()
      .replace(/=[\s\S]{0,400}$/, "")
      .split(/[\s:]+/)
    const name = words.at(-1) ?? ""
    return /^[A-Za-z_$][\w$]{0,199}$/.test(name) ? [name] : []
  })
}
