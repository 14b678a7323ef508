import type { SyntaxNode } from "@proofloop/parsers"
import { children, field } from "../../../code/syntax_node.ts"
import { helperCall, isHelperName } from "./asserting_helper.ts"
import { constantOf } from "./constant.ts"
import type { Note, ReadAssertion, Source, TestGrammar, Unit } from "./grammar.ts"
import {
  conditionAssertion,
  equalityAssertion,
  EXACT,
  PARTIAL,
  PRESENCE,
  splitArguments,
  TRUTH,
} from "./strength.ts"
import type { Skip } from "./test_case.ts"

export const pythonTests: TestGrammar = {
  blocks: new Set(["module", "block"]),
  functions: new Set(["function_definition", "lambda", "decorated_definition"]),
  exits: ({ type }) => type === "return_statement" || type === "raise_statement",
  unit,
  assertion,
  note,
  swallows(node, { textOf }) {
    if (node.type === "with_statement") {
      const clause = textOf(children(node)[0] ?? null)
      return /\bsuppress\(\s{0,20}(?:BaseException|Exception|AssertionError)\b/.test(clause)
        ? field(node, "body")
        : null
    }
    if (node.type !== "try_statement") return null
    const handlers = children(node).filter((child) => child.type === "except_clause")
    const heard = handlers.every((handler) => {
      const text = textOf(handler, 2000)
      return (
        !/^except(?:\s{0,20}:|[^:]{0,200}\b(?:BaseException|Exception|AssertionError)\b)/.test(text) ||
        /\braise\b|\bassert|\bfail\b|\bexit\b|\bskip/.test(text)
      )
    })
    return handlers.length === 0 || heard ? null : field(node, "body")
  },
}

function unit(node: SyntaxNode, source: Source): Unit | null {
  const inner = node.type === "decorated_definition" ? field(node, "definition") : node
  if (
    inner === null ||
    (node.type !== "decorated_definition" && node.parent?.type === "decorated_definition")
  )
    return null
  const name = source.textOf(field(inner, "name"), 200)
  const skip = decoratorSkip(node, source)
  const beside = children(node).filter((child) => child.type === "decorator")
  if (inner.type === "class_definition") {
    const body = field(inner, "body")
    // pytest finds no test in a plain class with another name.
    const is_left =
      field(inner, "superclasses") === null &&
      !name.startsWith("Test") &&
      /\bdef test/.test(source.textOf(body, 100_000))
    return { kind: "suite", name, body: is_left ? null : body, skip, beside }
  }
  if (inner.type !== "function_definition" || !name.startsWith("test")) return null
  return { kind: "test", name, body: field(inner, "body"), skip, beside }
}

const SKIPPING =
  /\b(?:mark\.(?:skipif|skip|xfail)|skipIf|skipUnless|expectedFailure|unittest\.skip|(?<=^@)skip)\b/

function decoratorSkip(node: SyntaxNode, source: Source): Skip | null {
  if (node.type !== "decorated_definition") return null
  for (const decorator of children(node).filter((child) => child.type === "decorator")) {
    const text = source.textOf(decorator)
    const skip = SKIPPING.test(text) ? markSkip(text.slice(1)) : null
    if (skip !== null) return skip
  }
  return null
}

/** What a mark disables: `pytest.mark.skipif(sys.platform == "win32")` on one platform alone. */
function markSkip(text: string): Skip | null {
  const how = text.replaceAll(/\s{1,100}/g, " ").slice(0, 80)
  const open = text.indexOf("(")
  const condition =
    open === -1 ? "" : (splitArguments(text.slice(open + 1, text.endsWith(")") ? -1 : undefined))[0] ?? "")
  if (
    !/skipif|skipIf|skipUnless|xfail/.test(text) ||
    condition === "" ||
    /^(?:reason|strict|raises)\b/.test(condition)
  )
    return { how, always: true }
  const always = constantOf(condition.replace(/^condition\s{0,10}=\s{0,10}/, ""))
  const runs = /skipUnless/.test(text)
  if (always === runs && always !== null) return null
  return { how, always: always !== null }
}

function assertion(node: SyntaxNode, source: Source): ReadAssertion | null {
  if (node.type === "assert_statement") {
    const [condition] = children(node)
    if (condition === undefined) return null
    if (condition.type === "tuple")
      return { subject: source.bare(condition), strength: TRUTH, flaw: "a tuple is always true" }
    return pythonCondition(source.textOf(condition).replaceAll(/\s{1,400}/g, " "))
  }
  if (node.type !== "call") return null
  const name = source.textOf(field(node, "function"), 200)
  const last = name.slice(name.lastIndexOf(".") + 1)
  const given = children(field(node, "arguments")).map((one) => source.bare(one))
  if (/^(?:pytest\.)?(?:raises|warns)$/.test(name) || /^self\.assert(?:Raises|Warns)/.test(name)) {
    const [error = ""] = given
    const wide = /^(?:Base)?Exception$/.test(error)
    // What is called may stand in the block below as well.
    const is_worded = name.endsWith("Regex") || given.some((one) => /^match\s?=/.test(one))
    return {
      subject: `raises`,
      strength: wide ? TRUTH : is_worded ? EXACT : PARTIAL,
      flaw: null,
    }
  }
  if (/^(?:self|cls)\.assert/.test(name)) return unittestCall(last, given)
  if (/^assert_(?:called|any_call|has_calls|not_called|awaited)/.test(last))
    return { subject: name, strength: /with|times|once|calls/.test(last) ? EXACT : TRUTH, flaw: null }
  if (/^(?:pytest|self)\.fail$/.test(name) || isHelperName(last)) return helperCall()
  return null
}

function pythonCondition(text: string): ReadAssertion {
  const is_not = /^not\s/.test(text)
  const named = / (is not|is|not in|in) /.exec(text)
  const read = conditionAssertion(text)
  if (read.flaw !== null || named === null || is_not || / (?:and|or) /.test(text))
    return { ...read, subject: bare(read.subject) }
  const [subject, right] = [bare(text.slice(0, named.index)), text.slice(named.index + named[0].length)]
  if (text.slice(0, named.index).includes("==")) return { ...read, subject: bare(read.subject) }
  if (named[1] === "is not")
    return { subject, strength: /^None\b/.test(right) ? PRESENCE : TRUTH, flaw: null }
  if (named[1] === "is")
    return { subject, strength: /^(?:True|False)$/.test(right) ? TRUTH : EXACT, flaw: null }
  return { subject, strength: named[1] === "in" ? PARTIAL : TRUTH, flaw: null }
}

function bare(text: string): string {
  return text.replaceAll(" ", "")
}

function unittestCall(name: string, [first = "", second = ""]: readonly string[]): ReadAssertion {
  if (/^assert(?:Equals?|(?:Dict|List|Set|Tuple|Sequence|MultiLine|Count)Equal|Is)$/.test(name))
    return equalityAssertion(first, second)
  if (/^assert(?:True|_)$/.test(name)) return conditionAssertion(first)
  if (name === "assertIsNotNone") return { subject: first, strength: PRESENCE, flaw: null }
  if (name === "assertIsNone") return { subject: first, strength: EXACT, flaw: null }
  if (/^assert(?:Not|False|IsNot)/.test(name)) return { subject: first, strength: TRUTH, flaw: null }
  return { subject: name === "assertIn" ? second : first, strength: PARTIAL, flaw: null }
}

function note(node: SyntaxNode, source: Source): Note | null {
  if (node.type === "assignment") return assignmentNote(node, source)
  if (node.type === "delete_statement") {
    const text = source.textOf(node, 100)
    return /^del\s{1,10}test/.test(text) ? { kind: "shadow", text } : null
  }
  if (node.type !== "call") return null
  const name = source.textOf(field(node, "function"), 200)
  const [first = "", second = ""] = children(field(node, "arguments")).map((one) => source.bare(one))
  if (/^(?:pytest\.(?:skip|xfail)|(?:self|cls)\.skipTest)$/.test(name))
    return { kind: "skip", skip: { how: `${name}()`, always: true } }
  if (name === "pytest.importorskip") return { kind: "skip", skip: { how: `${name}()`, always: false } }
  if (/^(?:mock\.|mocker\.|unittest\.mock\.)?patch(?:\.object)?$/.test(name))
    return { kind: "mock", text: name.endsWith("object") ? `${first}.${second}` : first }
  if (name === "monkeypatch.setattr")
    return { kind: "mock", text: /^["']/.test(first) ? first : `${first}.${second}` }
  if (/\bmark\.timeout$/.test(name)) return timeoutNote("mark.timeout", first)
  return null
}

function assignmentNote(node: SyntaxNode, source: Source): Note | null {
  const [left, right] = [source.textOf(field(node, "left"), 100), source.textOf(field(node, "right"))]
  if (left === "pytestmark") {
    const mark = /\bmark\.(?:skipif|skip|xfail)\b[^\]]{0,300}/.exec(right)
    const skip = mark === null ? null : markSkip(mark[0])
    return skip === null ? null : { kind: "skip", skip }
  }
  if (left === "__test__" && right === "False")
    return { kind: "skip", skip: { how: "__test__ = False", always: true } }
  if (/^self\.assert\w{1,60}$/.test(left)) return { kind: "shadow", text: left }
  return /timeout/i.test(left) ? timeoutNote(left, right) : null
}

function timeoutNote(key: string, value: string): Note | null {
  return /^\d[\d_]{0,12}(?:\.\d{1,6})?$/.test(value)
    ? { kind: "timeout", key, ms: 1000 * Number(value.replaceAll("_", "")) }
    : null
}
