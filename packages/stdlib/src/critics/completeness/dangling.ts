import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { bareSource } from "../../code/bare_source.ts"
import type { Definition } from "../../code/definition.ts"
import { definitionReader } from "../../code/definition_reader.ts"
import { definitions } from "../../code/definitions.ts"
import { javaContextReader } from "../../code/java.ts"
import { isOfTable, type Language, languageOf, type TableLanguage } from "../../code/language.ts"
import { readText } from "../../code/readings.ts"
import { signatureReader } from "../../code/signatures.ts"
import { symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { defineCritic } from "../critic.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import { misfitCalls } from "./misfit_calls.ts"
import { calledInPackage } from "./package_calls.ts"

/** dangling: a function that is still called must still be defined, and take what it is given. @requirement critics.dangling */
export const dangling = defineCritic({
  id: "dangling",
  title: "Dangling calls",
  description:
    "Stops a change that drops a helper which its file still calls, a method which the repository still calls, or a parameter which calls still pass.",
  scope: "repository",
  reads: [definitionReader, javaContextReader, signatureReader],
  default_in: { gate: true, check: true },
  event: { type: "critic_dangling.fail" },
  check_name: "Dangling call check",
  advice: "Put the definition back as it was, or change its calls as well.",
  async check(change, facts) {
    const violations: Violation[] = []
    for (const { path, before, after } of change.files) {
      const language = languageOf(path)
      const [old, now] = [strictText(before), strictText(after)]
      // G7 tells every function of the others.
      if (language === null || language === "go" || isOfTable(language) || old === null || now === null)
        continue
      if (old !== now) violations.push(...(await danglingIn({ path, language, old, now, change }, facts)))
    }
    return verdictOf([...violations, ...(await misfitCalls(change, facts))])
  },
})

interface Edited {
  readonly path: string
  readonly language: Exclude<Language, "go" | TableLanguage>
  readonly old: string
  readonly now: string
  readonly change: ChangeSet
}

async function danglingIn(edited: Edited, facts: RepositoryFacts): Promise<readonly Violation[]> {
  const { path, old, now } = edited
  const before = (await definitions(path, old)) ?? []
  const after = before.length === 0 ? null : await definitions(path, now)
  if (after === null) return []
  const kept = new Set(after.map(({ qualified_name }) => qualified_name))
  const lost = before.filter(({ qualified_name }) => !kept.has(qualified_name))
  return (await calledOf(lost, after, edited, facts)).map(({ qualified_name, line, kind }) => ({
    path,
    line,
    side: "before",
    rule: "dangling_call",
    message: `the ${kind} ${qualified_name} is gone, and it is still called`,
    evidence: qualified_name,
  }))
}

async function calledOf(
  lost: readonly Definition[],
  after: readonly Definition[],
  edited: Edited,
  facts: RepositoryFacts,
): Promise<readonly Definition[]> {
  if (edited.language === "java") {
    const context = await readText(javaContextReader, "java", edited.now)
    const has_base = [...(context?.bases.values() ?? [])].some((bases) => bases.length > 0)
    const kept = new Set(after.map(({ name }) => name))
    const gone = lost.filter(({ name }) => !kept.has(name))
    const in_package = await calledInPackage(gone, edited, facts)
    const inside = has_base ? [] : lost.filter((one) => isCalledInside(one, after, edited.now))
    return [...inside, ...in_package.filter((one) => !inside.includes(one))]
  }
  // G7 tells every function of Python.
  const helpers = edited.language === "python" ? [] : lost.filter((one) => isCalledHelper(one, edited))
  const methods = edited.language === "rust" ? [] : await calledMethods(lost, after, edited, facts)
  return [...helpers, ...methods]
}

/** A Java method that G7-JAVA does not report, in a file whose classes have no base and call it without an object. */
function isCalledInside(lost: Definition, after: readonly Definition[], now: string): boolean {
  const { name, qualified_name, kind } = lost
  if (kind !== "method" || lost.public || lost.registered || lost.inherited) return false
  const owner = qualified_name.slice(0, -name.length - 1)
  if (after.every((one) => one.qualified_name !== owner) || after.some((one) => one.name === name))
    return false
  const bare = bareSource(now, "java")
  if (/\bimport\s{1,9}static\s[\w.]{1,400}\*/.test(bare) || BODY_OF_ANOTHER.test(bare)) return false
  return (
    [...bare.matchAll(OWN_CALL)].some(([, called]) => called === name) &&
    ![...bare.matchAll(STATIC_IMPORT)].some(([, imported = ""]) => imported.endsWith(`.${name}`))
  )
}

const OWN_CALL = /(?<![\w$.])(?:this\.)?([\w$]{1,200})\s{0,9}\(/g
const STATIC_IMPORT = /\bimport\s{1,9}static\s([\w.$]{1,400});/g

/** An anonymous class, which may call methods of its base. */
const BODY_OF_ANOTHER = /\bnew\s[\w.<>?, ]{1,200}\([^;{}]{0,500}\)\s{0,9}\{/

/** A function at the top of a module file. Every remaining occurrence is a call, so nothing else binds its name. */
function isCalledHelper({ kind, name, qualified_name }: Definition, { language, now }: Edited): boolean {
  if (kind !== "function" || name !== qualified_name || (language !== "rust" && name in globalThis))
    return false
  // A glob import inside a module, as tests have it, brings nothing to the file.
  if (/import\s{1,20}\*|::\*/.test(now.replaceAll(/^[ \t]+use super::\*;/gm, ""))) return false
  const is_script = language === "javascript" || language === "typescript" || language === "tsx"
  const bare = bareSource(now, is_script ? "script" : language)
  let calls = 0
  for (let at = bare.indexOf(name); at >= 0; at = bare.indexOf(name, at + name.length)) {
    if (/[\w$]/.test(bare[at - 1] ?? "") || /[\w$]/.test(bare[at + name.length] ?? "")) continue
    const head = bare.slice(Math.max(0, at - 20), at)
    const is_call = /^[ \t]{0,4}\(/.test(bare.slice(at + name.length, at + name.length + 6))
    // A value's method of the same name is another thing.
    if (is_call && /(?:^|[^.])\.$/.test(head)) continue
    if (is_script && /(?:^|[^\w$])<\/?$/.test(head) && /^[A-Z]/.test(name)) {
      calls += 1
      continue
    }
    if (
      !is_call ||
      /[.:@]$|\b(?:def|function|fn|class|get|set|async|static|new)\s{1,4}\*?$/.test(
        head.replace(/\.\.\.$/, ""),
      )
    )
      return false
    // A method of this name in a class or an object begins a line.
    if (
      is_script &&
      /(?:^|[\n,{])\s{0,19}$/.test(head) &&
      /^\s{0,4}\([^()]{0,200}\)[^\n]{0,100}\{/.test(bare.slice(at + name.length, at + name.length + 400))
    )
      return false
    calls += 1
  }
  return calls > 0
}

/** Lost methods of a remaining class without a base, which are called through a member and defined nowhere else. */
async function calledMethods(
  lost: readonly Definition[],
  after: readonly Definition[],
  { old, now }: Edited,
  facts: RepositoryFacts,
): Promise<readonly Definition[]> {
  const classes = new Set(after.filter(({ kind }) => kind === "class").map(({ name }) => name))
  const methods = lost.filter(
    ({ kind, name, qualified_name, inherited }) =>
      kind === "method" &&
      !inherited &&
      classes.has(qualified_name.slice(0, -name.length - 1)) &&
      !name.startsWith("__"),
  )
  if (methods.length === 0) return []
  const index = await symbolIndex(facts, new Set(methods.map(({ name }) => name)))
  if (index.truncated) return []
  const references = [...index.files.values()].flatMap((file) => file.references)
  return methods.filter(
    ({ name }) =>
      (callers(now, name).own > 0 || callers(old, name).others === 0) &&
      !index.definitions.has(name) &&
      !index.unparsed.has(name) &&
      references.some((found) => found.name === name && found.member && found.kind === "call") &&
      // An attribute, a parameter or a variable of this name may hold a function.
      references.every((found) => found.name !== name || (found.member && found.kind === "call")),
  )
}

/** How often a class calls a method of itself, and of something else that has one of this name. */
function callers(text: string, name: string): { readonly own: number; readonly others: number } {
  const calls = [...text.matchAll(MEMBER_CALL)].filter(([, , , called]) => called === name)
  const own = calls.filter(([, dot, object = ""]) => dot === "" && /^(?:self|this|cls)$/.test(object)).length
  return { own, others: calls.length - own }
}

const MEMBER_CALL = /(\.?)([\w$]{1,200}|[)\]])\??\.([\w$]{1,200})\s{0,9}\(/g
