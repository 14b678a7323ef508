import type { SyntaxNode } from "@proofloop/parsers"
import { children, field } from "../../../code/syntax_node.ts"
import { attributesOf, bodiesOf } from "../../../code/table_definitions.ts"
import { isMacro } from "../../../code/tables/cpp.ts"
import type { LanguageTable } from "../../../code/tables/table.ts"
import { helperCall, isHelperName } from "./asserting_helper.ts"
import type { Note, Source, TestGrammar, Unit } from "./grammar.ts"
import { assertionOf } from "./table_assertions.ts"
import { type Call, type CallAt, callOf, isOwn, wordsOfName } from "./table_calls.ts"
import type { Skip } from "./test_case.ts"

/** Tests of a language that a table describes: found by attributes, names and calls with a text and a block. */
export function tableTests(table: LanguageTable): TestGrammar {
  const { calls, lambdas, blocks, exits, bare_calls } = table.tests
  const callAt = (node: SyntaxNode, source: Source) => callOf(node, calls[node.type], source)
  return {
    blocks,
    functions: new Set([...table.functions, ...lambdas]),
    exits: (node) => exits.has(node.type),
    unit(node, source) {
      if (table.functions.has(node.type)) return methodUnit(node, source, table)
      if (Object.hasOwn(table.types, node.type)) return typeUnit(node, source, table)
      if (node.type === "compound_statement") return blockUnit(node, source, callAt)
      const call = callAt(node, source)
      return call === null ? null : callUnit(call, source, lambdas)
    },
    assertion(node, source) {
      const call = callAt(node, source)
      if (call === null) return null
      return (
        assertionOf(call, source, callAt) ??
        (isOwn(call, source) && isHelperName(call.name) ? helperCall() : null)
      )
    },
    note(node, source) {
      if (bare_calls && blocks.has(node.type)) {
        const plain = children(node).filter(({ type }) => type === "identifier")
        return plain.map((one) => skipOf(source.textOf(one, 40), "", [])).find((one) => one !== null) ?? null
      }
      const call = callAt(node, source)
      return call === null
        ? null
        : skipOf(call.name, call.object === null ? "" : source.bare(call.object), call.given)
    },
    swallows: (node, source) => (/^(?:try|begin)/.test(node.type) ? swallowed(node, source) : null),
  }
}

function methodUnit(node: SyntaxNode, source: Source, table: LanguageTable): Unit | null {
  const body = bodiesOf(node, table)[0] ?? null
  const macro = macroOf(node, source)
  if (macro !== null) return { kind: "test", ...macro, body }
  const [defined] = table.names(node)
  if (defined === undefined) return null
  const name = defined.called ?? source.textOf(defined.name, 200)
  const attributes = attributesOf(node, table.tests.attributes)
  const is_test =
    (/^[tT]est(?![a-z])/.test(name) && isOfSuite(node, table)) ||
    attributes.some((one) => wordsOfName(attributeName(one, source)).some((word) => TESTS.has(word))) ||
    /@test\b/.test(commentAbove(node, source))
  return is_test ? { kind: "test", name, body, skip: skipOfAttributes(attributes, source), beside: [] } : null
}

/** What a runner finds by the names of methods is a class with a base. */
function isOfSuite(node: SyntaxNode, table: LanguageTable): boolean {
  let around = node.parent
  while (around !== null && !Object.hasOwn(table.types, around.type)) around = around.parent
  return around !== null && children(around).some(({ type }) => table.bases.has(type))
}

const TESTS: ReadonlySet<string> = new Set(["test", "fact", "theory", "testcase", "scenario"])

/** `TEST_F(CartTest, adds) { ... }` of C++: a function without a type. */
function macroOf(node: SyntaxNode, source: Source): Pick<Unit, "name" | "skip"> | null {
  const declarator = field(node, "declarator")
  const name = declarator === null ? null : field(declarator, "declarator")
  if (declarator === null || name === null || !isMacro(node, name)) return null
  if (!wordsOfName(source.textOf(name, 80)).some((word) => TESTS.has(word))) return null
  const given = children(field(declarator, "parameters")).map((one) => source.bare(one))
  const disabled = given.some((one) => one.startsWith("DISABLED_"))
  return {
    name: given.map((one) => one.replace(/^DISABLED_/, "")).join("."),
    skip: disabled ? { how: "DISABLED_", always: true } : null,
  }
}

function typeUnit(node: SyntaxNode, source: Source, table: LanguageTable): Unit | null {
  const skip = skipOfAttributes(attributesOf(node, table.tests.attributes), source)
  const [defined] = table.names(node)
  const body = bodiesOf(node, table)[0] ?? null
  return defined === undefined || body === null
    ? null
    : { kind: "suite", name: source.textOf(defined.name, 200), body, skip }
}

function attributeName(node: SyntaxNode, source: Source): string {
  return /^@?(?:\w{1,40}:)?(?:[\w\\]{1,100}[.\\])?(\w{1,80})/.exec(source.textOf(node, 200))?.[1] ?? ""
}

/** `[Fact(Skip = "later")]`, `[Ignore]`, `@Disabled`; a condition in the name depends on its place. */
function skipOfAttributes(attributes: readonly SyntaxNode[], source: Source): Skip | null {
  for (const one of attributes) {
    const how = source.textOf(one, 80)
    const words = wordsOfName(attributeName(one, source))
    if (/\bSkip\s{0,4}=\s{0,4}(?!null\b)/.test(how)) return { how, always: true }
    if (words.some((word) => SKIPS.has(word))) return { how, always: words.length === 1 }
  }
  return null
}

const SKIPS: ReadonlySet<string> = new Set(["skip", "ignore", "ignored", "disabled", "explicit", "pending"])

function commentAbove(node: SyntaxNode, source: Source): string {
  const siblings = node.parent === null ? [] : children(node.parent)
  const at = siblings.findIndex(({ id }) => id === node.id)
  const above = siblings[at - 1]
  return above?.type === "comment" ? source.textOf(above) : ""
}

/** `TEST_CASE("adds") { ... }` of C++: a call, and a block after it. */
function blockUnit(node: SyntaxNode, source: Source, callAt: CallAt): Unit | null {
  const siblings = node.parent === null ? [] : children(node.parent)
  const above = siblings[siblings.findIndex(({ id }) => id === node.id) - 1]
  const first = above?.type === "expression_statement" ? children(above)[0] : undefined
  const call = first === undefined ? null : callAt(first, source)
  const texts = call?.given.filter((one) => one.startsWith('"')) ?? []
  if (call === null || texts.length === 0 || !/^[A-Z\d_]+$/.test(call.name)) return null
  const tags = texts.slice(1).join("")
  const skip = /\[!?(?:\.|hide|mayfail|shouldfail)/.test(tags)
    ? { how: tags.slice(0, 80), always: true }
    : null
  return { kind: "test", name: (texts[0] ?? "").slice(1, -1), body: node, skip }
}

/** `it "adds" do ... end`, `test('adds', function () { ... })`, with `->skip()` after it or an `x` in front. */
function callUnit(call: Call, source: Source, lambdas: ReadonlySet<string>): Unit | null {
  const [, mark = "", word = ""] = /^([xfp]?)(\w{1,40})$/.exec(call.name) ?? []
  const is_marked = mark !== "" && (TEST_CALLS.has(word) || SUITE_CALLS.has(word))
  const called = is_marked ? word : call.name
  const is_suite = SUITE_CALLS.has(called)
  const turns_off = call.name === "skip" || call.name === "pending"
  if (!is_suite && !TEST_CALLS.has(called) && !turns_off) return null
  if (call.object !== null && !(is_suite && /^[A-Z]\w{0,40}$/.test(source.textOf(call.object, 50))))
    return null
  const lambda = call.arguments.map((one) => lambdaIn(one, lambdas)).find((one) => one !== null) ?? null
  const [first = ""] = call.given
  const named = /^["']/.test(first)
  if (lambda === null ? turns_off || !named || is_suite : turns_off && !named) return null
  const body = lambda === null ? null : (field(lambda, "body") ?? lambda)
  const options = call.given.slice(1).join(",")
  const how = /(?:^|,|\[)(:(?:skip|pending)\b|(?:skip|pending):\s?(?!false|nil)[^,]{1,40})/.exec(options)?.[1]
  const skip =
    lambda === null || turns_off || mark === "x" || mark === "p"
      ? { how: lambda === null ? "no block" : call.name, always: true }
      : how === undefined
        ? null
        : { how, always: true }
  return {
    kind: is_suite ? "suite" : "test",
    name: named ? first.slice(1, -1) : first || source.bare(body).slice(0, 80),
    body,
    skip: skip ?? skipInChain(call.node, source),
    only: mark === "f",
  }
}

const TEST_CALLS: ReadonlySet<string> = new Set(["it", "its", "test", "specify", "scenario", "example"])
const SUITE_CALLS: ReadonlySet<string> = new Set(["describe", "context", "feature"])

function lambdaIn(node: SyntaxNode, lambdas: ReadonlySet<string>): SyntaxNode | null {
  if (lambdas.has(node.type)) return node
  return children(node).find(({ type }) => lambdas.has(type)) ?? null
}

/** `test(...)->skip()` */
function skipInChain(node: SyntaxNode, source: Source): Skip | null {
  let around = node.parent
  for (let depth = 0; depth < 6 && around !== null && field(around, "object") !== null; depth += 1) {
    const name = source.textOf(field(around, "name"), 40)
    if (/^(?:skip|todo)$/.test(name))
      return { how: `${name}()`, always: children(field(around, "arguments")).length < 2 }
    around = around.parent
  }
  return null
}

/** A call of nothing, of itself, or of an assertion class that turns a test off. */
function skipOf(name: string, object: string, given: readonly string[]): Note | null {
  const words = wordsOfName(name)
  const off =
    words.some((word) => OFF.has(word)) && words.every((word) => OFF.has(word) || AROUND_OFF.has(word))
  if (!off || !/^(?:|\$?this|self|static|Assert|Assume|Skip|XCT\w{1,20})$/.test(object)) return null
  if (given.some((one) => /^(?:=>|\{|->)/.test(one))) return null
  return {
    kind: "skip",
    skip: { how: `${name}()`, always: !words.includes("if") && !words.includes("unless") },
  }
}

const OFF: ReadonlySet<string> = new Set([
  "skip",
  "skipped",
  "ignore",
  "inconclusive",
  "incomplete",
  "pending",
])
const AROUND_OFF: ReadonlySet<string> = new Set(["mark", "test", "gtest", "as", "if", "unless"])

/** The body of a `try` whose only handler has nothing inside. */
function swallowed(node: SyntaxNode, source: Source): SyntaxNode | null {
  const handlers = children(node).filter(({ type }) => /catch|rescue/.test(type))
  const is_empty =
    handlers.length > 0 && handlers.every((one) => /\{\s{0,200}\}\s{0,20}$/.test(source.textOf(one)))
  return is_empty ? field(node, "body") : null
}
