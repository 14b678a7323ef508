import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { type FunctionBody, functionBodies } from "../../code/function_bodies.ts"
import { languageOf } from "../../code/language.ts"
import { readText } from "../../code/readings.ts"
import type { TreeReader } from "../../code/tree_reader.ts"
import { defineCritic } from "../critic.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import { goneWords, isInTests, movedLines } from "./moved.ts"

export const bodyReader: TreeReader<ReadonlyMap<string, FunctionBody>> = {
  name: "bodies",
  read: ({ language, root }) => functionBodies(language, root),
  expects: ({ path, text, other }) => other !== null && !isInTests(path) && MAY_STUB.test(text),
}

/** stubs: a function that did something must not turn into one that does nothing. @requirement critics.stubs */
export const stubs = defineCritic({
  id: "stubs",
  title: "Stubbed bodies",
  description:
    "Stops a change that empties a function: not implemented, pass, a constant. Reads Python, JavaScript, TypeScript, Go, Rust, Java, C#, C++, Ruby, PHP, Kotlin.",
  scope: "change",
  reads: [bodyReader],
  default_in: { gate: true, check: true },
  event: { type: "critic_stubs.fail" },
  check_name: "Stub check",
  advice:
    "Write the body of the function again: what it did before has to be done still, or the function and its callers go together.",
  async check(change) {
    const violations: Violation[] = []
    for (const { path, before, after } of change.files) {
      const [old, now] = [strictText(before), strictText(after)]
      if (old === null || now === null || old === now || isInTests(path)) continue
      violations.push(...(await stubbedIn(path, old, now, change)))
    }
    return verdictOf(violations)
  },
})

async function stubbedIn(
  path: string,
  before: string,
  after: string,
  change: ChangeSet,
): Promise<readonly Violation[]> {
  if (!MAY_STUB.test(after)) return []
  const now = await bodiesOf(path, after)
  if (now === null) return []
  const lines = after.split("\n")
  const stubbed = [...now].filter(([, body]) => stubKind(body) !== null && !isRustTest(body, lines))
  if (stubbed.length === 0) return []
  const old = await bodiesOf(path, before)
  const found: Violation[] = []
  for (const [key, body] of stubbed) {
    const was = old?.get(key)
    const kind = stubKind(body)
    if (
      was === undefined ||
      kind === null ||
      !isLoss(was, body, kind) ||
      isSettled({ was, now: body, kind, after, change })
    )
      continue
    found.push({
      path,
      line: body.line,
      rule: "stubbed_body",
      message: `the function ${body.qualified_name} did something and ${TOLD[kind]} now`,
      evidence: body.qualified_name,
    })
  }
  return found
}

/** Rust tests stand beside the tested code; forged-deleted and forged-weakened judge what becomes of one. */
function isRustTest({ line }: FunctionBody, lines: readonly string[]): boolean {
  for (let above = line - 2; lines[above]?.trimStart().startsWith("#[") === true; above -= 1)
    if (/^\s*#\[(?:\w{1,40}::){0,4}test\b/.test(lines[above] ?? "")) return true
  return false
}

const TOLD: Readonly<Record<StubKind, string>> = {
  marker: "says that it is not implemented",
  empty: "is empty",
  constant: "gives back a constant",
}

/** Every stub has one of these words or an empty block in it. */
const MAY_STUB =
  /\b(?:pass|return|raise|throw|panic|todo|unimplemented|TODO|Ok|None|false|true)\b|\{\s{0,400}\}|\.\.\.|implemented|\b(?:null|nil)\b|\bdef [^\n]{1,400}\n\s{0,200}end\b/

function bodiesOf(path: string, text: string): Promise<ReadonlyMap<string, FunctionBody> | null> {
  const language = languageOf(path)
  return language === null ? Promise.resolve(null) : readText(bodyReader, language, text)
}

/** A body that did something. Before "not implemented" one statement is enough, before the other kinds it takes more. */
function isLoss(was: FunctionBody, now: FunctionBody, kind: StubKind): boolean {
  if (stubKind(was) !== null) return false
  const lines = was.text
    .split("\n")
    .filter((line) => /\w/.test(line) && !/^\s*(?:\/\/|#|\*|\/\*)/.test(line)).length
  if (kind === "marker") return was.statements.length > 0
  return lines >= 2 && plain(was.head) === plain(now.head)
}

function plain(head: string): string {
  return head.replaceAll(/\s+/g, "")
}

interface Stubbed {
  readonly was: FunctionBody
  readonly now: FunctionBody
  readonly kind: StubKind
  readonly after: string
  readonly change: ChangeSet
}

/** The work moved elsewhere in the change, its subject is gone, or the text says that nothing is left to do. */
function isSettled({ was, now, kind, after, change }: Stubbed): boolean {
  if (movedLines(was.text, change) >= 0.5) return true
  if (kind === "marker") return isAbstract(now, after)
  if (ON_PURPOSE.test(now.text) || ON_PURPOSE.test(above(after, now.line))) return true
  return goneWords(was.text, change, true).length > 0
}

/** Base classes leave the work to their subclasses. */
function isAbstract({ text, line }: FunctionBody, after: string): boolean {
  return /\babstract\b|\bsubclass|\b(?:must|should|to be) (?:be )?overrid/i.test(
    `${text}${above(after, line)}`,
  )
}

const ON_PURPOSE =
  /\bdeprecat|\bno-?op\b|\bno longer\b|\blegacy\b|\bcompat|\bunused\b|\bintentional|\bnothing to do\b|\bdo(?:es)? nothing\b|\bobsolete|\bremoved\b|\bdisabled\b/i

/** The comment above a line, and the line. */
function above(text: string, line: number): string {
  return text
    .split("\n")
    .slice(Math.max(0, line - 8), line)
    .filter((one, index, all) => index === all.length - 1 || /^\s*(?:\/\/|#|\*|\/\*|@)/.test(one))
    .join("\n")
}

/** How a body does nothing: it says so, it is empty, or it returns a constant. null: it does something. */
type StubKind = "marker" | "empty" | "constant"

/** How a function's body does nothing, judged by its statements. */
function stubKind({ statements, text }: FunctionBody): StubKind | null {
  const rest = statements.filter((statement) => !isLog(statement.text))
  const logs_todo = statements.some((statement) => isLog(statement.text) && UNDONE.test(statement.text))
  const [first] = rest
  if (rest.some((statement) => isMarker(statement.text)) && rest.length <= 2) return "marker"
  if (first === undefined || (rest.length === 1 && EMPTY.test(first.text))) {
    if (logs_todo || UNDONE.test(text)) return "marker"
    return statements.length === 0 || first !== undefined ? "empty" : null
  }
  if (rest.length !== 1 || !isConstant(first.text)) return null
  return logs_todo || TODO_COMMENT.test(text) ? "marker" : "constant"
}

/** Throws, panics or raises to say that it is not implemented. */
function isMarker(statement: string): boolean {
  const text = statement.slice(0, 300)
  if (/^(?:raise\s+NotImplementedError\b|(?:todo|unimplemented)!\s*[([{]|TODO\()/.test(text)) return true
  if (/^throw\s+(?:new\s+)?(?:[\w.]{0,60}NotImplemented\w{0,40}|UnsupportedOperationException)\b/.test(text))
    return true
  return (
    /^(?:throw\b|raise\b|panic!?\s*\(|return\s[^;]{0,80}\b(?:errors?\.New|fmt\.Errorf|new Error|Err)\()/.test(
      text,
    ) && UNDONE.test(text)
  )
}

const UNDONE =
  /\bnot[\s_-]?(?:yet[\s_-])?implemented\b|\bunimplemented\b|\bTODO\b|\bto be implemented\b|\bimplement (?:this|me|later)\b|\bstub\b/i
const TODO_COMMENT =
  /(?:\/\/|#|\/\*)[^\n]{0,40}\b(?:TODO|FIXME|not implemented|unimplemented|implement (?:this|me|later)|stub|placeholder)\b/i
const EMPTY = /^(?:pass|\.\.\.|return|return;|;)$/

function isLog(statement: string): boolean {
  return /^(?:console\.\w{1,20}|print|println!?|eprintln!|System\.(?:out|err)\.print(?:ln)?|fmt\.Print(?:ln|f)?|log(?:ger|ging)?\.\w{1,20}|LOG(?:GER)?\.\w{1,20})\s*\(/.test(
    statement,
  )
}

/** Literals, empty collections and what wraps one of them. */
function isConstant(statement: string): boolean {
  const value = statement
    .trimEnd()
    .replace(/^return\b/, "")
    .replace(/;$/, "")
    .replace(/(?:\s{1,8}(?:as|satisfies)\s{1,8}[\w.<>[\]]{1,60}){1,4}$/, "")
    .trim()
  if (value.length > 80) return false
  return CONSTANT.test(value)
}

const CONSTANT =
  /^(?:null|NULL|nullptr|nil|None|undefined|true|false|True|False|-?\d[\d_.]{0,20}[a-zA-Z]{0,3}|"[^"\n]{0,60}"|'[^'\n]{0,60}'|``|\[\]|\{\}|\(\)|(?:Ok|Some|Err)\((?:\(\)|true|false|None|-?\d{1,10}|String::new\(\)|Vec::new\(\)|vec!\[\]|Default::default\(\))\)|(?:String|Vec|HashMap|HashSet|BTreeMap)::new\(\)|vec!\[\]|Default::default\(\)|(?:dict|list|set|tuple)\(\)|Optional\.empty\(\)|(?:List|Map|Set)\.of\(\)|Collections\.empty\w{1,10}\(\)|new (?:Map|Set|Array|Object|ArrayList<>|HashMap<>|HashSet<>)\(\)|Promise\.resolve\((?:null|undefined|true|false)?\)|\{\} as \w{1,60}|(?:nil|false|0|""), (?:nil|false|true))$/
