import type { SyntaxNode } from "@proofloop/parsers"
import { branches, children, field } from "../../../code/syntax_node.ts"
import { assertingHelpers } from "./asserting_helper.ts"
import { constantOf } from "./constant.ts"
import { type Source, sourceOf, type TestGrammar } from "./grammar.ts"
import { PARTIAL } from "./strength.ts"
import type { Assertion, Mark, Skip, TestCase, TestFile, Timeout } from "./test_case.ts"

/** A file with more nodes is not read. */
const MOST_NODES = 400_000

/** How much of a test's body is kept for comparison. UTF-16 code units. */
const MOST_BODY = 6000

interface OpenCase {
  readonly name: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly body: string
  skip: Skip | null
  readonly assertions: Assertion[]
}

interface Place {
  readonly node: SyntaxNode
  readonly around: Surroundings
  /** Those of Rust that stand before the node. */
  readonly attributes: readonly SyntaxNode[]
  /** Whether it is a unit that was entered: a block whose test stands before it. */
  readonly is_open?: boolean
}

/** What nodes have in common that stand in the same test, branch and function. */
interface Surroundings {
  readonly suites: readonly OpenSuite[]
  readonly test: OpenCase
  readonly helper: OpenHelper | null
  readonly flaw: string | null
  /** The condition on which alone it runs. */
  readonly condition: string | null
  readonly in_function: boolean
}

/** A function outside of tests. */
interface OpenHelper {
  readonly name: string
  readonly body: string
  asserts: boolean
}

interface OpenSuite {
  readonly name: string
  skip: Skip | null
}

/** The tests below a root, in one pass; null: it has too many nodes. */
export function walkTests(root: SyntaxNode, text: string, grammar: TestGrammar): TestFile | null {
  const source = sourceOf(text)
  const outside = openCase("", root, "")
  const file: OpenSuite = { name: "", skip: null }
  const cases: [OpenCase, readonly OpenSuite[]][] = [[outside, [file]]]
  const [only, shadows, mocks, timeouts]: [Mark[], Mark[], Mark[], Timeout[]] = [[], [], [], []]
  const start = { helper: null, flaw: null, condition: null, in_function: false }
  const helpers: OpenHelper[] = []
  const waiting: Place[] = [
    { node: root, around: { ...start, suites: [file], test: outside }, attributes: [] },
  ]
  let count = 0
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    count += 1
    if (count > MOST_NODES) return null
    const { node, around } = place
    const { suites, test } = around
    const line = node.startPosition.row + 1
    const unit = place.is_open === true ? null : grammar.unit(node, source, place.attributes)
    const note = grammar.note(node, source)
    if (note?.kind === "mock") mocks.push({ line, text: note.text })
    if (note?.kind === "shadow") shadows.push({ line, text: note.text })
    if (note?.kind === "timeout")
      timeouts.push({ line, text: source.textOf(node, 80), key: note.key, ms: note.ms })
    if (unit !== null) {
      const names = test === outside ? suites.map((suite) => suite.name) : [test.name]
      if (unit.only === true) only.push({ line, text: unit.name })
      for (const extra of unit.beside ?? [])
        waiting.push({
          node: extra,
          around: { ...start, suites, test: unit.kind === "test" ? openCase("", extra, "") : test },
          attributes: [],
        })
      if (unit.body !== null || unit.kind === "test") {
        const next =
          unit.kind === "suite"
            ? test
            : openCase(
                joined([...names, unit.name]),
                node,
                source.textOf(unit.body, MOST_BODY).replaceAll(/\s{1,400}/g, " "),
              )
        const inner = unit.kind === "suite" ? [...suites, { name: unit.name, skip: unit.skip }] : suites
        if (unit.kind === "test") {
          next.skip = unit.skip
          if (unit.expects !== undefined) next.assertions.push(expectedFailure(unit.expects, source))
          cases.push([next, inner])
        }
        if (unit.body !== null)
          waiting.push({
            node: unit.body,
            around: { ...start, flaw: around.flaw, suites: inner, test: next },
            attributes: [],
            is_open: unit.body.id === node.id,
          })
      }
      continue
    }
    if (note?.kind === "skip") {
      const { condition } = around
      const skip =
        condition === null
          ? note.skip
          : { how: `${note.skip.how} if ${condition.slice(0, 80)}`, always: false }
      const suite = around.in_function ? undefined : suites.at(-1)
      if (test !== outside) test.skip ??= skip
      else if (suite !== undefined) suite.skip ??= skip
    }
    const assertion = grammar.assertion(node, source)
    if (assertion !== null) {
      const flaw = assertion.flaw ?? around.flaw
      const { condition } = around
      test.assertions.push({ ...assertion, flaw, condition, line, text: source.bare(node) })
      if (around.helper !== null && flaw === null) around.helper.asserts = true
      continue
    }
    const helper = test === outside && grammar.functions.has(node.type) ? openHelper(node, source) : null
    if (helper !== null) helpers.push(helper)
    const inner = innerPlaces(node, helper === null ? around : { ...around, helper }, grammar, source)
    for (let last = inner.length - 1; last >= 0; last -= 1) waiting.push(inner[last] as Place)
  }
  return {
    cases: cases.map(([test, suites]) => closed(test, suites)),
    helpers: assertingHelpers(helpers),
    only,
    shadows,
    mocks,
    timeouts,
  }
}

function openHelper(node: SyntaxNode, source: Source): OpenHelper | null {
  const named = field(node, "name") ?? (node.parent === null ? null : field(node.parent, "name"))
  const name = source.textOf(named, 200)
  return name === "" ? null : { name, body: source.textOf(node, MOST_BODY), asserts: false }
}

function expectedFailure(node: SyntaxNode, source: Source): Assertion {
  const text = source.bare(node)
  const line = node.startPosition.row + 1
  return { line, text, subject: text, strength: PARTIAL, flaw: null, condition: null }
}

function openCase(name: string, node: SyntaxNode, body: string): OpenCase {
  const { startIndex: start, endIndex: end } = node
  return { name, line: node.startPosition.row + 1, start, end, body, skip: null, assertions: [] }
}

function joined(names: readonly string[]): string {
  return names.filter((name) => name !== "").join(" > ")
}

function closed(test: OpenCase, suites: readonly OpenSuite[]): TestCase {
  const skip = test.skip ?? suites.find((suite) => suite.skip !== null)?.skip ?? null
  return { ...test, skip }
}

const NEVER = "it never runs"

const NO_ATTRIBUTES: readonly SyntaxNode[] = []

/** The nodes inside a node; marks what never runs and what may fail unnoticed. */
function innerPlaces(
  node: SyntaxNode,
  outer: Surroundings,
  grammar: TestGrammar,
  source: Source,
): readonly Place[] {
  const { type } = node
  const inner = branches(node)
  if (inner.length === 0) return []
  const enters = !outer.in_function && grammar.functions.has(type)
  const around = enters ? { ...outer, in_function: true } : outer
  const { flaw } = around
  const placed = (child: SyntaxNode, here = around, attributes = NO_ATTRIBUTES): Place => ({
    node: child,
    around: here,
    attributes,
  })
  const dead = { ...around, flaw: flaw ?? NEVER }
  const swallowed = grammar.swallows(node, source)
  if (swallowed !== null) {
    const caught = { ...around, flaw: flaw ?? "its failure is caught" }
    return inner.map((child) => placed(child, child.id === swallowed.id ? caught : around))
  }
  if (IFS.has(type)) {
    const condition = source.bare(field(node, "condition"))
    const always = type.startsWith("unless") ? null : constantOf(condition)
    const then = (field(node, "consequence") ?? field(node, "body"))?.id
    const other = field(node, "alternative")?.id
    if (always !== null) {
      const never = always ? other : then
      return inner.map((child) => placed(child, child.id === never ? dead : around))
    }
    const branch = { ...around, condition: around.condition ?? condition }
    return inner.map((child) => placed(child, child.id === then || child.id === other ? branch : around))
  }
  if (WHILES.has(type) && constantOf(source.bare(field(node, "condition"))) === false)
    return inner.map((child) => placed(child, dead))
  if (!grammar.blocks.has(type)) return inner.map((child) => placed(child))
  let ended = false
  let attributes: SyntaxNode[] = []
  return inner.map((child) => {
    const here = placed(child, ended && !grammar.functions.has(child.type) ? dead : around, attributes)
    if (child.type === "attribute_item") attributes.push(child)
    else if (!child.type.endsWith("comment")) attributes = []
    ended ||= endsBlock(child, grammar, source)
    return here
  })
}

const IFS: ReadonlySet<string> = new Set([
  "if_statement",
  "if_expression",
  // Ruby's.
  "if",
  "unless",
  "if_modifier",
  "unless_modifier",
])
const WHILES: ReadonlySet<string> = new Set(["while_statement", "while_expression", "for_statement"])

/** Whether the rest of a block after a statement never runs. */
function endsBlock(node: SyntaxNode, grammar: TestGrammar, source: Source): boolean {
  if (grammar.exits(node, source)) return true
  const inner = node.type === "expression_statement" ? (children(node)[0] ?? node) : node
  if (grammar.exits(inner, source)) return true
  if (!IFS.has(inner.type) || constantOf(source.bare(field(inner, "condition"))) !== true) return false
  const then = field(inner, "consequence")
  return (
    then !== null &&
    (grammar.exits(then, source) || children(then).some((child) => endsShallow(child, grammar, source)))
  )
}

function endsShallow(node: SyntaxNode, grammar: TestGrammar, source: Source): boolean {
  return grammar.exits(node, source) || children(node).some((child) => grammar.exits(child, source))
}
