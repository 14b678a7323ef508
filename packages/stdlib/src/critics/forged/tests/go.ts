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
  SAME,
  splitComparison,
  TRUTH,
} from "./strength.ts"

/** Tests of Go: the testing package, testify and its like. */
export const goTests: TestGrammar = {
  blocks: new Set(["statement_list"]),
  functions: new Set(["function_declaration", "method_declaration", "func_literal"]),
  exits: (node, { textOf }) =>
    node.type === "return_statement" ||
    (node.type === "expression_statement" && /^(?:panic|os\.Exit|runtime\.Goexit)\(/.test(textOf(node, 20))),
  unit,
  assertion,
  note,
  swallows: () => null,
}

function unit(node: SyntaxNode, source: Source): Unit | null {
  if (node.type === "function_declaration" || node.type === "method_declaration") {
    const name = source.textOf(field(node, "name"), 200)
    return /^(?:Test|Fuzz)(?![a-z])/.test(name) && name !== "TestMain"
      ? { kind: "test", name, body: field(node, "body"), skip: null }
      : null
  }
  if (node.type !== "call_expression" || !/^\w{1,20}\.Run$/.test(source.textOf(field(node, "function"), 30)))
    return null
  const [name, body] = children(field(node, "arguments"))
  if (name === undefined || body?.type !== "func_literal") return null
  const text = source.textOf(name, 200)
  return {
    kind: "test",
    name: /^["`]/.test(text) ? text.slice(1, -1) : text,
    body: field(body, "body"),
    skip: null,
  }
}

const FAILING = /^(?:t|tb|b|f|s\.T\(\)|tt|c|test)\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/

function assertion(node: SyntaxNode, source: Source): ReadAssertion | null {
  if (node.type === "if_statement") return failingIf(node, source)
  if (node.type !== "call_expression") return null
  const name = source.textOf(field(node, "function"), 100)
  const last = name.slice(name.lastIndexOf(".") + 1)
  const given = children(field(node, "arguments")).map((one) => source.bare(one))
  if (FAILING.test(name)) return { subject: "fails", strength: PARTIAL, flaw: null }
  if (
    /^(?:assert|require|is|qt|c|a|r|s|suite|must|req|assertions?|assert\.New\(t\)|require\.New\(t\))\.[A-Z]\w{1,60}$/.test(
      name,
    ) &&
    ASSERTS.test(last)
  ) {
    const [first = "", second = ""] =
      given[0] === "t" || given[0] === "c" || given[0] === "s.T()" ? given.slice(1) : given
    return testify(last, first, second)
  }
  return isHelperName(last) ? helperCall() : null
}

const ASSERTS =
  /^(?:Not)?(?:Equal|EqualValues|Exactly|Nil|True|False|Empty|Len|Contains|Error|NoError|ErrorIs|ErrorAs|ErrorContains|EqualError|Panics|PanicsWithError|PanicsWithValue|Zero|Same|ElementsMatch|Greater|GreaterOrEqual|Less|LessOrEqual|InDelta|InEpsilon|Implements|IsType|JSONEq|Regexp|FileExists|Subset|WithinDuration|Eventually|Never|Fail|FailNow|Condition|HTTP\w{1,30})f?$/

function testify(name: string, first: string, second: string): ReadAssertion {
  if (/^(?:Equal|EqualValues|Exactly|Same|JSONEq)f?$/.test(name)) {
    const read = equalityAssertion(second, first)
    return { ...read, subject: second }
  }
  if (/^Truef?$/.test(name)) return conditionAssertion(first)
  if (/^NotNilf?$|^NotEmpty/.test(name)) return { subject: first, strength: PRESENCE, flaw: null }
  if (name.startsWith("NotZero")) return { subject: first, strength: TRUTH, flaw: null }
  if (name.startsWith("ErrorIs")) return { subject: first, strength: EXACT, flaw: null }
  if (name.startsWith("NotPanics")) return { subject: first, strength: PRESENCE, flaw: null }
  if (/^(?:NoError|Nil|Empty|Len|Zero|EqualError|ElementsMatch)/.test(name))
    return { subject: first, strength: EXACT, flaw: null }
  // NotEmpty by another name.
  if (/^NotEqualf?$/.test(name) && /^(?:""|``|0|nil)$/.test(first))
    return { subject: second, strength: PRESENCE, flaw: null }
  if (/^(?:False|Error|Not)/.test(name))
    return {
      subject: name.startsWith("NotEqual") ? second : first,
      strength: /^Error(?:As|Contains)/.test(name) ? PARTIAL : TRUTH,
      flaw: null,
    }
  return { subject: first, strength: PARTIAL, flaw: null }
}

/** `if got != want { t.Errorf(...) }`, which asserts that its condition is false. */
function failingIf(node: SyntaxNode, source: Source): ReadAssertion | null {
  const body = children(children(field(node, "consequence"))[0] ?? null)
  if (field(node, "alternative") !== null || body.length === 0 || body.length > 4) return null
  const fails = body.some(
    (one) =>
      one.type === "expression_statement" && FAILING.test(source.textOf(one, 30).split("(", 1)[0] ?? ""),
  )
  if (
    !fails ||
    body.some(
      (one) => !["expression_statement", "return_statement", "short_var_declaration"].includes(one.type),
    )
  )
    return null
  const condition = source.bare(field(node, "condition"))
  if (constantOf(condition) === true) return null
  if (constantOf(condition) === false)
    return { subject: condition, strength: TRUTH, flaw: "its condition never holds" }
  const parts = splitComparison(condition)
  if (parts === null)
    return {
      subject: condition,
      strength: /DeepEqual|Equal\(|cmp\.Diff/.test(condition) ? EXACT : TRUTH,
      flaw: null,
    }
  const { left, sign, right } = parts
  if (left === right && sign !== "==") return { subject: left, strength: EXACT, flaw: SAME }
  if (/^len\(.{1,200}\)$/.test(left) && sign === "<" && right === "0")
    return { subject: left, strength: PARTIAL, flaw: "no length is below 0" }
  // A truth value has no other one.
  const is_bool = /^(?:true|false)$/.test(right)
  const strength = is_bool
    ? TRUTH
    : sign === "!="
      ? EXACT
      : sign === "=="
        ? right === "nil"
          ? PRESENCE
          : TRUTH
        : PARTIAL
  return { subject: left, strength, flaw: null }
}

function note(node: SyntaxNode, source: Source): Note | null {
  if (node.type === "comment") return buildNote(source.textOf(node))
  if (node.type === "call_expression") {
    const name = source.textOf(field(node, "function"), 40)
    if (/^\w{1,10}\.(?:Skip|Skipf|SkipNow)$/.test(name))
      return { kind: "skip", skip: { how: `${name}()`, always: true } }
    const [first = "", second = ""] = children(field(node, "arguments")).map((one) => source.bare(one))
    if (name === "context.WithTimeout" || name === "time.After") {
      const ms = durationOf(name === "time.After" ? first : second)
      return ms === null ? null : { kind: "timeout", key: name, ms }
    }
  }
  if (
    node.type === "defer_statement" &&
    /\brecover\(\)/.test(source.textOf(node)) &&
    !/\b(?:t|tb)\.\w|panic\(|assert|require/.test(source.textOf(node))
  )
    return { kind: "skip", skip: { how: "defer recover()", always: true } }
  return null
}

function buildNote(text: string): Note | null {
  const tag = /^\/\/(?:go:build|[ \t]?\+build)\b([^\n]{0,300})/.exec(text)?.[1]?.trim()
  return tag === undefined || (runsByDefault(tag) && !OF_PLACE.test(tag))
    ? null
    : {
        kind: "skip",
        skip: { how: `build tag ${tag}`, always: /\b(?:ignore|never|none|disabled)\b/.test(tag) },
      }
}

/** Every tag is one to leave the tests out by, which somebody has to set. */
function runsByDefault(tag: string): boolean {
  return tag.split(/&&|\|\||[\s,]/).every((one) => one === "" || /^\(?!\w/.test(one))
}

/** Systems, architectures and versions decide by themselves. */
const OF_PLACE =
  /\b(?:windows|linux|darwin|unix|\w{0,10}bsd|js|wasm|plan9|solaris|android|ios|amd64|arm\w{0,4}|386|s390x|ppc64\w{0,2}|mips\w{0,4}|riscv64|cgo|race|go1\.\d{1,3})\b/

const UNITS: Readonly<Record<string, number>> = {
  Millisecond: 1,
  Second: 1000,
  Minute: 60_000,
  Hour: 3_600_000,
}

function durationOf(text: string): number | null {
  const [, number = "1", unit = ""] = /^(?:(\d{1,9})\*)?time\.(\w{1,12})$/.exec(text) ?? []
  const size = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined
  return size === undefined ? null : Number(number) * size
}
