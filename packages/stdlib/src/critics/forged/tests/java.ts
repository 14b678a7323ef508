import type { SyntaxNode } from "@proofloop/parsers"
import { children, field } from "../../../code/syntax_node.ts"
import { helperCall, isHelperName } from "./asserting_helper.ts"
import { constantOf } from "./constant.ts"
import type { Note, ReadAssertion, Source, TestGrammar, Unit } from "./grammar.ts"
import { conditionAssertion, equalityAssertion, EXACT, PARTIAL, PRESENCE, TRUTH } from "./strength.ts"
import type { Skip } from "./test_case.ts"

/** Tests of Java: JUnit 4 and 5, TestNG, AssertJ, Hamcrest, Mockito. */
export const javaTests: TestGrammar = {
  blocks: new Set(["block", "class_body", "program"]),
  functions: new Set([
    "method_declaration",
    "lambda_expression",
    "class_declaration",
    "constructor_declaration",
  ]),
  exits: ({ type }) => type === "return_statement" || type === "throw_statement",
  unit,
  assertion,
  note,
  swallows(node, { textOf }) {
    if (node.type !== "try_statement" && node.type !== "try_with_resources_statement") return null
    const handlers = children(node).filter((child) => child.type === "catch_clause")
    const deaf = handlers.some((handler) => {
      const text = textOf(handler, 2000)
      return (
        /\b(?:Throwable|Error|AssertionError)\b/.test(text.slice(0, 200)) &&
        !/\bthrow\b|\bfail\(|assert/.test(text)
      )
    })
    return deaf ? field(node, "body") : null
  },
}

const TYPES: ReadonlySet<string> = new Set([
  "class_declaration",
  "record_declaration",
  "interface_declaration",
  "enum_declaration",
])

function unit(node: SyntaxNode, source: Source): Unit | null {
  const name = source.textOf(field(node, "name"), 200)
  if (TYPES.has(node.type))
    return {
      kind: "suite",
      name,
      body: field(node, "body"),
      skip: annotationSkip(node, source),
      beside: modifiers(node),
    }
  if (node.type !== "method_declaration") return null
  const found = annotations(node, source)
  // Before JUnit 4 the name alone said it.
  const is_test =
    found.some((text) => MARKS_TEST.test(text)) ||
    (/^test[A-Z]/.test(name) &&
      found.every((text) => OF_ANY_METHOD.test(text)) &&
      !isAmongAnnotated(node, source))
  return is_test
    ? {
        kind: "test",
        name,
        body: field(node, "body"),
        skip: annotationSkip(node, source),
        beside: modifiers(node),
        expects: modifiers(node).find((child) => EXPECTS.test(source.bare(child))),
      }
    : null
}

/** Whether the class around a method marks its tests by annotations, so that a name alone says nothing. */
function isAmongAnnotated({ parent }: SyntaxNode, source: Source): boolean {
  if (parent === null) return false
  const known = annotated.get(source) ?? new Map<number, boolean>()
  annotated.set(source, known)
  const found =
    known.get(parent.id) ??
    children(parent).some((member) => annotations(member, source).some((text) => MARKS_TEST.test(text)))
  known.set(parent.id, found)
  return found
}

/** By class, so that its members are looked at once. */
const annotated = new WeakMap<Source, Map<number, boolean>>()

const MARKS_TEST =
  /^@(?:\w{1,40}\.){0,6}(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b/

/** JUnit 4 and TestNG. */
const EXPECTS = /^@(?:\w{1,40}\.){0,6}Test\([^)]{0,200}?\bexpected(?:Exceptions)?=/

/** Annotations that do not say whether a method is a test. */
const OF_ANY_METHOD = /^@(?:SuppressWarnings|Deprecated|Override|SafeVarargs)\b/

function modifiers(node: SyntaxNode): readonly SyntaxNode[] {
  return children(children(node).find((child) => child.type === "modifiers") ?? null)
}

function annotations(node: SyntaxNode, source: Source): readonly string[] {
  return modifiers(node)
    .filter((child) => child.type.endsWith("annotation"))
    .map((child) => source.textOf(child))
}

function annotationSkip(node: SyntaxNode, source: Source): Skip | null {
  for (const text of annotations(node, source)) {
    const name = /^@(?:\w{1,40}\.){0,8}(\w{1,60})/.exec(text)?.[1] ?? ""
    if (
      /^(?:Disabled|Ignore)$/.test(name) ||
      (name === "Test" && /\benabled\s{0,10}=\s{0,10}false/.test(text))
    )
      return { how: text.slice(0, 80), always: true }
    if (/^(?:Disabled|Enabled)\w{1,40}$/.test(name)) return { how: text.slice(0, 80), always: false }
  }
  return null
}

function assertion(node: SyntaxNode, source: Source): ReadAssertion | null {
  if (node.type === "assert_statement") return conditionAssertion(source.bare(children(node)[0] ?? null))
  if (node.type !== "method_invocation") return null
  const name = source.textOf(field(node, "name"), 80)
  const given = children(field(node, "arguments")).map((one) => source.bare(one))
  const root = rootCall(node)
  const first = source.textOf(field(root, "name"), 80)
  if (/^(?:assertThat|then|assertThatThrownBy|assertThatCode|expectThat|assertWithMessage)$/.test(first)) {
    if (root.id === node.id && given.length < 2)
      return { subject: given[0] ?? "", strength: PARTIAL, flaw: "it asks for nothing" }
    if (root.id === node.id) return hamcrest(given)
    // Truth: `assertWithMessage("...").that(rows)`, and `containsExactly("a").inOrder()`.
    const of = first === "assertWithMessage" ? thatCall(node, source) : root
    if (of === null || of.id === node.id)
      return { subject: given[0] ?? "", strength: PARTIAL, flaw: of === null ? null : "it asks for nothing" }
    const subject = source.bare(children(field(of, "arguments"))[0] ?? null)
    const asked = name === "inOrder" ? (field(node, "object") ?? node) : node
    const [wanted = ""] = children(field(asked, "arguments")).map((one) => source.bare(one))
    return chain(subject, source.textOf(field(asked, "name"), 80), wanted)
  }
  if (/^(?:verify\w{0,30}|fail)$/.test(first)) return { subject: first, strength: PARTIAL, flaw: null }
  if (/^assert[A-Z]/.test(name)) return junit(name, given)
  return isHelperName(name) ? helperCall() : null
}

/** The call that a chain of calls begins with, static ones of a class among them. */
function rootCall(node: SyntaxNode): SyntaxNode {
  let root = node
  for (let depth = 0; depth < 40; depth += 1) {
    const object = field(root, "object")
    if (object?.type !== "method_invocation") break
    root = object
  }
  return root
}

/** The call of `that` in a chain, which names the tested value. */
function thatCall(node: SyntaxNode, source: Source): SyntaxNode | null {
  let call: SyntaxNode | null = node
  for (let depth = 0; depth < 40 && call?.type === "method_invocation"; depth += 1) {
    if (/^(?:that|about)$/.test(source.textOf(field(call, "name"), 20))) return call
    call = field(call, "object")
  }
  return null
}

function hamcrest(given: readonly string[]): ReadAssertion {
  const [subject = "", matcher = ""] = given.length > 2 ? given.slice(1) : given
  if (/^(?:is|equalTo)\(/.test(matcher) || matcher.startsWith("is(equalTo"))
    return { subject, strength: /\((?:true|false)\)/.test(matcher) ? TRUTH : EXACT, flaw: null }
  if (matcher.startsWith("anything(")) return { subject, strength: TRUTH, flaw: "anything fits it" }
  return {
    subject,
    strength: /^(?:is\()?not/.test(matcher) ? (/null/i.test(matcher) ? PRESENCE : TRUTH) : PARTIAL,
    flaw: null,
  }
}

function chain(subject: string, name: string, first: string): ReadAssertion {
  if (
    /^(?:isEqualTo|isSameAs|isSameInstanceAs|containsExactly|hasSize|isNull|isEmpty|hasToString|isZero|isEqualByComparingTo)/.test(
      name,
    )
  ) {
    return { ...equalityAssertion(subject, first), subject }
  }
  if (name === "isOne") return { subject, strength: EXACT, flaw: null }
  if (/^(?:isNotNull|isPresent|isNotEmpty|isNotBlank)$/.test(name))
    return { subject, strength: PRESENCE, flaw: null }
  if (/^(?:isTrue|isFalse|isNot)/.test(name))
    return name === "isTrue"
      ? { ...conditionAssertion(subject), subject }
      : { subject, strength: TRUTH, flaw: null }
  return { subject, strength: PARTIAL, flaw: null }
}

function junit(name: string, given: readonly string[]): ReadAssertion {
  // JUnit 4 has the message first.
  const [first = "", second = ""] = isText(given[0] ?? "") && given.length > 2 ? given.slice(1) : given
  if (/^assert(?:Equals|ArrayEquals|Same|IterableEquals|LinesMatch)$/.test(name)) {
    return { ...equalityAssertion(second, first), subject: second }
  }
  if (name === "assertTrue") return conditionAssertion(isText(first) && given.length > 1 ? second : first)
  if (name === "assertNotNull")
    return { subject: isText(first) && given.length > 1 ? second : first, strength: PRESENCE, flaw: null }
  if (name === "assertNull") return { subject: first, strength: EXACT, flaw: null }
  if (/^assert(?:False|Not)/.test(name)) return { subject: first, strength: TRUTH, flaw: null }
  if (name === "assertThrows")
    return {
      subject: second,
      strength: /^(?:Exception|Throwable)\.class$/.test(first) ? TRUTH : PARTIAL,
      flaw: null,
    }
  return {
    subject: name === "assertDoesNotThrow" ? "" : first,
    strength: name === "assertDoesNotThrow" ? PRESENCE : PARTIAL,
    flaw: null,
  }
}

function isText(text: string): boolean {
  return text.startsWith('"')
}

function note(node: SyntaxNode, source: Source): Note | null {
  if (node.type === "annotation" || node.type === "marker_annotation") {
    const text = source.textOf(node)
    const ms = /^@Timeout\(\s{0,10}(?:value\s{0,10}=\s{0,10})?(\d{1,9})/.exec(text)?.[1]
    const old = /^@Test\([^)]{0,100}\btimeout\s{0,10}=\s{0,10}(\d{1,9})/.exec(text)?.[1]
    if (ms !== undefined)
      return { kind: "timeout", key: "@Timeout", ms: Number(ms) * (/MILLIS/.test(text) ? 1 : 1000) }
    return old === undefined ? null : { kind: "timeout", key: "timeout", ms: Number(old) }
  }
  if (node.type === "method_declaration") {
    const name = source.textOf(field(node, "name"), 40)
    return /^assert(?:Equals|True|False|Null|NotNull|That|Throws)$/.test(name)
      ? { kind: "shadow", text: name }
      : null
  }
  if (node.type === "field_declaration" && /^@(?:Mock|MockBean|MockitoBean)\b/.test(source.textOf(node, 40)))
    return { kind: "mock", text: `${source.textOf(field(node, "type"), 80)}.class` }
  if (node.type !== "method_invocation") return null
  const name = source.textOf(field(node, "name"), 40)
  const [first = ""] = children(field(node, "arguments")).map((one) => source.bare(one))
  if (/^assum(?:e|ing)/.test(name)) {
    const always = constantOf(first) === (name === "assumeFalse" || name === "assumingThat")
    return { kind: "skip", skip: { how: `${name}(${first.slice(0, 60)})`, always } }
  }
  if (/^(?:mock|spy|mockStatic|mockConstruction)$/.test(name) && first.endsWith(".class"))
    return { kind: "mock", text: first }
  return null
}
