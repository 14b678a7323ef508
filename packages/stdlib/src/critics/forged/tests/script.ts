import type { SyntaxNode } from "@proofloop/parsers"
import { children, field } from "../../../code/syntax_node.ts"
import { helperCall, isHelperName } from "./asserting_helper.ts"
import { constantOf } from "./constant.ts"
import type { Note, ReadAssertion, Source, TestGrammar, Unit } from "./grammar.ts"
import { scriptMatcher } from "./script_matchers.ts"
import { conditionAssertion, equalityAssertion, EXACT, PARTIAL } from "./strength.ts"
import type { Skip } from "./test_case.ts"

/** Tests of JavaScript and TypeScript: node:test, mocha, jest, vitest, ava, tape. */
export const scriptTests: TestGrammar = {
  blocks: new Set(["program", "statement_block"]),
  functions: new Set([
    "function_declaration",
    "function_expression",
    "arrow_function",
    "method_definition",
    "generator_function_declaration",
  ]),
  exits: ({ type }) => type === "return_statement" || type === "throw_statement",
  unit,
  assertion,
  note,
  swallows(node, { textOf }) {
    if (node.type === "expression_statement") return unawaited(node, textOf)
    if (node.type !== "try_statement") return null
    const handler = field(node, "handler")
    return handler === null || TELLS_FAILURE.test(textOf(handler, 2000)) ? null : field(node, "body")
  },
}

/** A chain of promises that nobody waits for, and whose failure is caught: `p.then(f).catch(() => {})`. */
function unawaited(node: SyntaxNode, textOf: Source["textOf"]): SyntaxNode | null {
  const [call] = children(node)
  if (call?.type !== "call_expression" || !textOf(field(call, "function"), 4000).endsWith(".catch"))
    return null
  return TELLS_FAILURE.test(textOf(field(call, "arguments"), 2000)) ? null : call
}

const TELLS_FAILURE = /\b(?:throw|fail|expect|assert|reject|done|ok|is|equal)\b|\bt\./

const TESTS: ReadonlySet<string> = new Set([
  "it",
  "test",
  "specify",
  "tape",
  "xit",
  "xtest",
  "fit",
  "xspecify",
])
const SUITES: ReadonlySet<string> = new Set([
  "describe",
  "suite",
  "context",
  "xdescribe",
  "fdescribe",
  "xcontext",
  "fcontext",
])
const OFF: ReadonlySet<string> = new Set(["skip", "todo", "fails", "failing", "fixme", "ignore"])

function unit(node: SyntaxNode, source: Source): Unit | null {
  if (node.type !== "call_expression") return null
  const names = calleeNames(node)
  const [root = "", ...rest] = names
  const is_test = TESTS.has(root) || (root === "t" && rest[0] === "test")
  if (!is_test && !SUITES.has(root)) return null
  if (rest.some((name) => !MODIFIERS.has(name))) return null
  const given = children(field(node, "arguments"))
  const last = given.findLast((one) => scriptTests.functions.has(one.type))
  if (last === undefined && SUITES.has(root)) return null
  if (last === undefined && (given[0] === undefined || !TEXTS.has(given[0].type))) return null
  const kind = SUITES.has(root) || rest[0] === "describe" ? "suite" : "test"
  const body = last === undefined ? null : field(last, "body")
  const name = TEXTS.has(given[0]?.type ?? "") ? source.textOf(given[0] ?? null, 200).slice(1, -1) : ""
  const only = rest.includes("only") || /^f(?:it|describe|context)$/.test(root)
  return {
    kind,
    name,
    body,
    only: only || optionOf(given, "only", source) !== null,
    skip: skipOf(names, node, source),
    beside: given.filter((one) => one !== last),
  }
}

const MODIFIERS: ReadonlySet<string> = new Set(
  "each concurrent sequential serial parallel for only skip todo fails failing skipIf runIf test describe it shuffle extend step cb before fixme ignore if".split(
    " ",
  ),
)
const TEXTS: ReadonlySet<string> = new Set(["string", "template_string"])

function skipOf(names: readonly string[], node: SyntaxNode, source: Source): Skip | null {
  const given = children(field(node, "arguments"))
  const [root = ""] = names
  const off = names.slice(1).find((name) => OFF.has(name))
  if (off !== undefined) return { how: `${root}.${off}`, always: true }
  if (/^x(?:it|test|describe|specify|context)$/.test(root)) return { how: root, always: true }
  if (given.length === 1 && !SUITES.has(root) && TEXTS.has(given[0]?.type ?? "")) {
    return { how: "it has no body", always: true }
  }
  if (["skipIf", "runIf", "if"].some((name) => names.includes(name)))
    return conditionalCall(node, names, source)
  for (const name of ["skip", "todo", "ignore"]) {
    const value = optionOf(given, name, source)
    if (value !== null)
      return { how: `{ ${name}: ${value} }`, always: constantOf(value) === true || /^["'`]/.test(value) }
  }
  return null
}

function conditionalCall(node: SyntaxNode, names: readonly string[], source: Source): Skip | null {
  const callee = field(node, "function")
  const condition = source.bare(children(callee === null ? null : field(callee, "arguments"))[0] ?? null)
  const runs = !names.includes("skipIf")
  const always = constantOf(condition)
  if (always === runs && always !== null) return null
  return { how: `${runs ? "runIf" : "skipIf"}(${condition.slice(0, 60)})`, always: always !== null }
}

/** An option of an object among the arguments, unless its value is false. */
function optionOf(given: readonly SyntaxNode[], name: string, source: Source): string | null {
  for (const object of given.filter((one) => one.type === "object")) {
    for (const pair of children(object).filter((one) => one.type === "pair")) {
      if (source.textOf(field(pair, "key")) !== name) continue
      const value = source.textOf(field(pair, "value"), 80)
      if (constantOf(value) !== false) return value
    }
  }
  return null
}

/** The names of a callee: ["expect", "not", "toBe"] for `expect(1).not.toBe(2)`. */
function calleeNames(call: SyntaxNode): readonly string[] {
  const names: string[] = []
  let node = field(call, "function")
  for (let depth = 0; node !== null && depth < 40; depth += 1) {
    if (node.type === "member_expression") {
      names.push(field(node, "property")?.text.slice(0, 80) ?? "")
      node = field(node, "object")
    } else if (node.type === "call_expression") node = field(node, "function")
    else if (node.type === "await_expression" || node.type === "parenthesized_expression")
      node = children(node)[0] ?? null
    else {
      if (node.type === "identifier" || node.type === "this") names.push(node.text.slice(0, 80))
      else names.push("")
      break
    }
  }
  return names.toReversed()
}

/** The innermost call of a chain of calls: `expect(1)` of `expect(1).not.toBe(2)`. */
function innermostCall(call: SyntaxNode): SyntaxNode {
  let [inner, node]: [SyntaxNode, SyntaxNode | null] = [call, field(call, "function")]
  for (let depth = 0; node !== null && depth < 40; depth += 1) {
    if (node.type === "call_expression") {
      inner = node
      node = field(node, "function")
    } else if (node.type === "member_expression") node = field(node, "object")
    else break
  }
  return inner
}

function assertion(node: SyntaxNode, source: Source): ReadAssertion | null {
  if (node.type === "member_expression" && field(node, "property")?.text === "should") return null
  if (node.type === "member_expression") return passedAssertion(node, source)
  if (node.type !== "call_expression") return null
  const names = calleeNames(node)
  const [root = "", ...rest] = names
  const last = names.at(-1) ?? ""
  const given = children(field(node, "arguments")).map((one) => source.bare(one))
  if (EXPECTS.has(root)) {
    const first = innermostCall(node)
    if (rest.length === 0 || first.id === node.id) {
      // Of types, where the compiler is the one who asks.
      if (rest.length === 0 && root === "expectType")
        return { subject: given[0] ?? "", strength: PARTIAL, flaw: null }
      // Unexpected: `expect(rows, "to equal", [1])`.
      if (rest.length === 0 && /^["'`]/.test(given[1] ?? ""))
        return { subject: given[0] ?? "", strength: PARTIAL, flaw: null }
      return rest.length === 0
        ? { subject: given[0] ?? "", strength: PARTIAL, flaw: "it has no matcher" }
        : null
    }
    // `expect.extend(...)` asserts nothing, nor does `expect.objectContaining(...)`.
    if (source.textOf(field(first, "function"), 20) !== root) return null
    const subject = source.bare(children(field(first, "arguments"))[0] ?? null)
    return scriptMatcher(subject, rest, given)
  }
  if (names.includes("should"))
    return { subject: source.bare(innermostCall(node)), strength: PARTIAL, flaw: null }
  if (
    root === "assert" ||
    (rest.length === 0 && FUNCTIONS.has(last)) ||
    (SCOPES.has(root) && METHODS.has(last))
  ) {
    return assertCall(root === last ? "ok" : last, given)
  }
  // Testing Library throws where there is no such element.
  if (root === "screen" && /^(?:get|find)(?:All)?By[A-Z]/.test(last))
    return { subject: given[0] ?? "", strength: EXACT, flaw: null }
  if (isHelperName(last) && root !== "") return helperCall()
  return null
}

const EXPECTS: ReadonlySet<string> = new Set(["expect", "expectAsync", "expectTypeOf", "expectType"])
const SCOPES: ReadonlySet<string> = new Set([
  "t",
  "tap",
  "test",
  "chai",
  "assert",
  "k",
  "st",
  "tt",
  "context",
  "ctx",
  "sinon",
])
const FUNCTIONS: ReadonlySet<string> = new Set(
  "strictEqual deepStrictEqual deepEqual notStrictEqual notDeepEqual notDeepStrictEqual equal ok throws doesNotThrow rejects doesNotReject assert".split(
    " ",
  ),
)
const METHODS: ReadonlySet<string> = new Set(
  "is isNot not true false truthy falsy like unlike regex notRegex same notSame strictSame match notMatch doesNotMatch has hasStrict type notOk notEqual notDeepEqual looseEqual error ifError fail snapshot matchSnapshot strictEqual deepStrictEqual deepEqual notStrictEqual equal equals ok assert throws throwsAsync notThrows notThrowsAsync doesNotThrow rejects doesNotReject calledWith called calledOnce calledOnceWith resolves resolveMatch".split(
    " ",
  ),
)

function assertCall(name: string, [first = "", second = ""]: readonly string[]): ReadAssertion {
  if (/^(?:ok|assert|truthy|true|isTrue|isOk)$/.test(name)) return conditionAssertion(first)
  if (/equal|^(?:is|same|strictSame)$/i.test(name) && !/not/i.test(name))
    return equalityAssertion(first, second)
  if (/^(?:exists|isDefined|isNotNull|doesNotThrow|notThrows)$/.test(name))
    return { subject: first, strength: 0.5, flaw: null }
  if (/not|falsy|false|ifError|error/i.test(name)) return { subject: first, strength: 1, flaw: null }
  return { subject: first, strength: PARTIAL, flaw: null }
}

/** An assertion passed as a callback: `.catch(t.error)`. */
function passedAssertion(node: SyntaxNode, source: Source): ReadAssertion | null {
  if (node.parent?.type !== "arguments") return null
  const [root = "", last = "", ...more] = source.textOf(node, 80).split(".")
  if (more.length > 0 || !SCOPES.has(root) || !METHODS.has(last)) return null
  return { subject: "", strength: PARTIAL, flaw: null }
}

const TIMEOUTS: ReadonlySet<string> = new Set(["timeout", "setTimeout", "testTimeout", "hookTimeout"])

function note(node: SyntaxNode, source: Source): Note | null {
  if (node.type === "call_expression") return callNote(node, source)
  if (node.type === "pair") {
    const key = source.textOf(field(node, "key"), 40)
    return TIMEOUTS.has(key) && key !== "setTimeout"
      ? timeoutNote(key, source.bare(field(node, "value")))
      : null
  }
  if (node.type === "function_declaration" || node.type === "variable_declarator") {
    const name = source.textOf(field(node, "name"), 20)
    const value = source.textOf(field(node, "value"), 60)
    const is_taken = /\brequire\(|\bchai\b|^await import|\.expect\b|\bextend\(|\bassert\b|\bexpect\b/.test(
      value,
    )
    return (name === "expect" || name === "assert") && !is_taken ? { kind: "shadow", text: name } : null
  }
  return null
}

function callNote(node: SyntaxNode, source: Source): Note | null {
  const names = calleeNames(node)
  const last = names.at(-1) ?? ""
  const given = children(field(node, "arguments")).map((one) => source.bare(one))
  const [root = ""] = names
  if (TESTS.has(root) && given.length === 3) return timeoutNote("timeout", given[2] ?? "")
  if (
    last === "skip" &&
    names.length === 2 &&
    SKIPPERS.has(root) &&
    given.length < 2 &&
    !/^\d|^[a-z_]\w*$/.test(given[0] ?? "")
  ) {
    return { kind: "skip", skip: { how: `${root}.skip()`, always: true } }
  }
  // Playwright's, inside of a test.
  if (
    ["fixme", "fail"].includes(last) &&
    names.length === 2 &&
    ["test", "it"].includes(root) &&
    given.length === 0
  )
    return { kind: "skip", skip: { how: `${root}.${last}()`, always: true } }
  if ((last === "pending" && names.length === 1) || (root === "process" && last === "exit"))
    return { kind: "skip", skip: { how: `${names.join(".")}()`, always: true } }
  if (TIMEOUTS.has(last) && names.length === 2 && ["this", "jest", "t", "vi", "test"].includes(root))
    return timeoutNote(last, given[0] ?? "")
  if (["vi", "jest", "mock", "td", "sinon"].includes(root)) {
    if (
      ["mock", "doMock", "setMock", "module", "replace", "unstable_mockModule"].includes(last) &&
      given.length > 0
    )
      return { kind: "mock", text: given[0] ?? "" }
    if (["spyOn", "method", "stub"].includes(last) && given.length >= 2)
      return { kind: "mock", text: `${given[0]}.${given[1]}` }
  }
  if (/^mock(?:Return|Resolved|Rejected|Implementation)/.test(last)) return null
  return null
}

const SKIPPERS: ReadonlySet<string> = new Set(["t", "this", "ctx", "context", "test", "it"])

function timeoutNote(key: string, value: string): Note | null {
  const ms = /^\d[\d_]{0,12}$/.test(value) ? Number(value.replaceAll("_", "")) : productOf(value)
  return ms === null ? null : { kind: "timeout", key, ms: ms === 0 ? Number.POSITIVE_INFINITY : ms }
}

/** `60 * 1000` */
function productOf(text: string): number | null {
  const parts = text.split("*")
  if (parts.length > 5 || !parts.every((part) => /^\d[\d_]{0,12}$/.test(part))) return null
  return parts.reduce((product, part) => product * Number(part.replaceAll("_", "")), 1)
}
