import type { SyntaxNode } from "@proofloop/parsers"
import { field } from "../../../code/syntax_node.ts"
import { helperCall, isHelperName } from "./asserting_helper.ts"
import type { Note, ReadAssertion, Source, TestGrammar, Unit } from "./grammar.ts"
import { conditionAssertion, equalityAssertion, EXACT, PARTIAL, splitArguments, TRUTH } from "./strength.ts"
import type { Skip } from "./test_case.ts"

/** Tests of Rust: functions with the attribute of a test. */
export const rustTests: TestGrammar = {
  blocks: new Set(["source_file", "block", "declaration_list"]),
  functions: new Set(["function_item", "closure_expression", "macro_definition"]),
  exits: ({ type }) => type === "return_expression",
  unit,
  assertion,
  note,
  swallows: () => null,
}

function unit(node: SyntaxNode, source: Source, attributes: readonly SyntaxNode[]): Unit | null {
  const texts = attributes.map((attribute) => source.bare(attribute))
  if (node.type === "mod_item") {
    const body = field(node, "body")
    return body === null
      ? null
      : { kind: "suite", name: source.textOf(field(node, "name"), 200), body, skip: attributeSkip(texts) }
  }
  if (node.type !== "function_item" || !texts.some((text) => TEST.test(text))) return null
  return {
    kind: "test",
    name: source.textOf(field(node, "name"), 200),
    body: field(node, "body"),
    skip: attributeSkip(texts),
    expects: attributes.find((_attribute, index) => PANICS_WITH.test(texts[index] ?? "")),
  }
}

const PANICS_WITH = /^#\[should_panic(?:=|\(expected=)r?#{0,9}"[^"]/
const PANICS_SOMEHOW = /^#\[should_panic(?:=""|\(expected=""\))?\]/

const TEST = /^#\[(?:\w{1,40}::){0,3}(?:test|rstest|test_case|tokio_test|test_log)\b/

function attributeSkip(attributes: readonly string[]): Skip | null {
  for (const text of attributes) {
    if (/^#\[ignore\b/.test(text)) return { how: text.slice(0, 80), always: true }
    if (/^#\[cfg\((?!test\))/.test(text))
      return { how: text.slice(0, 80), always: cfgValue(text.slice(6, -2)) === false }
    if (text.startsWith("#[cfg_attr(") && /\bignore\b/.test(text))
      return { how: text.slice(0, 80), always: text.startsWith("#[cfg_attr(all(),") }
    if (PANICS_SOMEHOW.test(text)) return { how: text.slice(0, 80), always: true }
  }
  return null
}

function assertion(node: SyntaxNode, source: Source): ReadAssertion | null {
  if (node.type === "macro_invocation") {
    const name = source.textOf(field(node, "macro"), 80)
    const last = name.slice(name.lastIndexOf(":") + 1)
    if (
      !/^(?:(?:debug_|prop_|cool_)?assert\w{0,40}|insta|panic|unreachable)$/.test(last) &&
      !isHelperName(last)
    )
      return null
    const text = source.bare(node)
    return macroCall(last, text.slice(text.indexOf("!") + 2, -1))
  }
  if (node.type !== "call_expression") return null
  const called = source.textOf(field(node, "function"), 2000)
  // `Command::new("x").assert()` of assert_cmd, and what is asked of it.
  if (called.endsWith(".assert")) return { subject: called, strength: PARTIAL, flaw: null }
  const name = called.slice(0, 80)
  return isHelperName(name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":")) + 1))
    ? helperCall()
    : null
}

function macroCall(name: string, given: string): ReadAssertion {
  const [first = "", second = ""] = splitArguments(given)
  if (/assert_eq$|^assert_equal/.test(name)) {
    const read = equalityAssertion(first, second)
    return { ...read, subject: first }
  }
  if (name.endsWith("assert_ne")) return { subject: first, strength: TRUTH, flaw: null }
  if (/^(?:debug_|prop_)?assert$/.test(name)) {
    const partial = first.startsWith("matches!(")
    const read = conditionAssertion(first)
    return partial ? { ...read, strength: PARTIAL } : read
  }
  return { subject: first, strength: /snapshot/.test(name) ? EXACT : PARTIAL, flaw: null }
}

function note(node: SyntaxNode, source: Source): Note | null {
  if (node.type === "inner_attribute_item") {
    const text = source.bare(node)
    return /^#!\[cfg\((?!test\))/.test(text)
      ? { kind: "skip", skip: { how: text.slice(0, 80), always: cfgValue(text.slice(7, -2)) === false } }
      : null
  }
  if (node.type === "macro_definition") {
    const name = source.textOf(field(node, "name"), 40)
    return /^(?:debug_)?assert(?:_eq|_ne)?$/.test(name) ? { kind: "shadow", text: `${name}!` } : null
  }
  if (node.type !== "call_expression") return null
  const ms = /^(?:std::time::)?Duration::from_(secs|millis)\((\d{1,9})\)$/.exec(source.bare(node))
  return ms === null
    ? null
    : { kind: "timeout", key: "Duration", ms: Number(ms[2]) * (ms[1] === "secs" ? 1000 : 1) }
}

/** The constant value of a Rust condition under every build; null: it depends. White space does not count. */
function cfgValue(condition: string): boolean | null {
  let rest = condition.replaceAll(/\s+/g, "").slice(0, 1000)
  // The innermost first, so each pass removes at least one.
  for (let before = ""; before !== rest;) {
    before = rest
    rest = rest
      .replaceAll(/\b(any|all|not)\(([^()]*)\)/g, (_all, of: string, inner: string) => combined(of, inner))
      .slice(0, 1000)
  }
  return rest === "true" ? true : rest === "false" ? false : null
}

function combined(of: string, inner: string): string {
  const parts = inner.split(",").filter((part) => part !== "")
  if (of === "not") return parts[0] === "true" ? "false" : parts[0] === "false" ? "true" : "unknown"
  const [decides, otherwise] = of === "any" ? ["true", "false"] : ["false", "true"]
  if (parts.includes(decides)) return decides
  return parts.every((part) => part === otherwise) ? otherwise : "unknown"
}
