import { RegExpParser } from "@eslint-community/regexpp"
import { toUnicodeSet } from "regexp-ast-analysis"

/** A repetition that may run this much longer than it must is looked at as if it had no end. */
const LONG = 16
/** Copies of what is repeated less often: enough for one round to meet the next. */
const MAX_COPIES = 2

/**
 * The positions of a pattern (Glushkov): the `chars` each reads, the edges to what may `follow` it, and the `bounds`
 * of the loops around it. `isSure`: a match can end there, whatever comes next. A lookahead's content is a dead end;
 * a follower that a lookahead, `$` or `\\b` forbids has no edge.
 */
export function positionsOf(source, flags) {
  const parsed = new RegExpParser({ ecmaVersion: 2025 }).parseLiteral(
    `/${source === "" ? "(?:)" : source.replaceAll("\n", "\\n")}/${flags}`,
  )
  const positions = []
  const alternative = builder(positions, parsed.flags)
  const starts = parsed.pattern.alternatives.flatMap((node) => {
    const { first, last, isSurelyNullable } = alternative(node)
    for (const { at, isSure } of last) if (isSure) positions[at].isSure = true
    const guard = guardOf(node.elements, parsed.flags)
    return isSurelyNullable ? [] : first.map((at) => ({ at, guard }))
  })
  return { positions, starts, isSticky: parsed.flags.sticky }
}

function builder(positions, flags) {
  const bounds = []
  const [any, word, line_end] = ["[^]", "\\w", "[\\n\\r\\u2028\\u2029]"].map(charsOf)
  const empty = { first: [], last: [], isNullable: true, isSurelyNullable: true }

  function character(node) {
    const { chars } = toUnicodeSet(node, flags)
    positions.push({ chars, edges: [], bounds: [...bounds], isSure: false })
    const at = positions.length - 1
    return { ...empty, first: [at], last: [{ at, isSure: true }], isNullable: false, isSurelyNullable: false }
  }

  function connect(from, to) {
    for (const { at, next } of from) {
      for (const target of to) {
        const { chars } = positions[target]
        const read = next === undefined ? chars : chars.intersect(next)
        if (!read.isEmpty) positions[at].edges.push({ to: target, chars: read })
      }
    }
  }

  function sequence(left, right) {
    connect(left.last, right.first)
    const through = right.isNullable ? left.last.map((last) => passed(last, right)) : []
    return {
      first: left.isNullable ? [...left.first, ...right.first] : left.first,
      last: [...through, ...right.last],
      isNullable: left.isNullable && right.isNullable,
      isSurelyNullable: left.isSurelyNullable && right.isSurelyNullable,
    }
  }

  /** The end of a part, seen from behind something that may be nothing. */
  function passed({ at, next, isSure }, { isSurelyNullable, allowed }) {
    const more = allowed?.(positions[at].chars)
    const both = next === undefined || more === undefined ? (next ?? more) : next.intersect(more)
    return { at, next: both, isSure: isSure && isSurelyNullable }
  }

  function alternatives(nodes) {
    const parts = nodes.map(alternative)
    return {
      first: parts.flatMap((part) => part.first),
      last: parts.flatMap((part) => part.last),
      isNullable: parts.some((part) => part.isNullable),
      isSurelyNullable: parts.some((part) => part.isSurelyNullable),
    }
  }

  function alternative({ elements }) {
    return elements.map(element).reduce(sequence, empty)
  }

  function quantifier({ element: body, min, max }) {
    const isLoop = max - min >= LONG
    const copies = Math.min(isLoop ? min : max, MAX_COPIES)
    const parts = []
    for (let copy = 0; copy < copies; copy += 1) parts.push(optional(element(body), isLoop || copy < min))
    if (isLoop) parts.push(optional(loop(body, max), min > copies))
    return parts.reduce(sequence, empty)
  }

  function optional(part, isNeeded) {
    return isNeeded ? part : { ...part, isNullable: true, isSurelyNullable: true }
  }

  function loop(node, bound) {
    bounds.push(bound)
    const body = element(node)
    bounds.pop()
    connect(body.last, body.first)
    return body
  }

  function assertion(node) {
    const checked = { ...empty, isSurelyNullable: false }
    if (node.kind === "end") return { ...checked, allowed: () => (flags.multiline ? line_end : any.negate()) }
    if (node.kind === "word") return { ...checked, allowed: (chars) => acrossWord(chars, node.negate) }
    if (node.kind !== "lookahead") return checked
    const sets = node.alternatives.map(({ elements }) => singleSet(elements, flags))
    const { first } = alternatives(node.alternatives)
    if (sets.includes(undefined)) return { ...checked, first }
    const union = sets.reduce((left, right) => left.union(right))
    return { ...checked, allowed: () => (node.negate ? union.negate() : union) }
  }

  function acrossWord(chars, isInside) {
    if (chars.isSubsetOf(word)) return isInside ? word : word.negate()
    return chars.isDisjointWith(word) ? (isInside ? word.negate() : word) : any
  }

  function element(node) {
    if (node.type === "Quantifier") return quantifier(node)
    if (node.type === "Group" || node.type === "CapturingGroup") return alternatives(node.alternatives)
    if (node.type === "Assertion") return assertion(node)
    // What a group captured is as much as it can capture.
    if (node.type === "Backreference") return alternatives([node.resolved].flat()[0].alternatives)
    return character(node)
  }

  return alternative
}

/** What must hold where a match begins, if the pattern says so first: `(before, after)` are character codes. */
function guardOf([first, ...rest], flags) {
  if (first?.type === "CapturingGroup" || first?.type === "Group") {
    const guards = first.alternatives.map(({ elements }) => guardOf(elements, flags))
    return (before, after) => guards.some((guard) => guard(before, after))
  }
  if (first?.type !== "Assertion") return () => true
  const more = guardOf(rest, flags)
  const holds = assertionGuard(first, flags)
  return (before, after) => holds(before, after) && more(before, after)
}

function assertionGuard(node, flags) {
  if (node.kind === "start") return flags.multiline ? isLineEnd : () => false
  if (node.kind === "word") return (before, after) => (isWord(before) !== isWord(after)) !== node.negate
  if (node.kind !== "lookbehind") return () => true
  const sets = node.alternatives.map(({ elements }) => singleSet(elements, flags))
  if (sets.includes(undefined)) return () => true
  return (before) => sets.some((set) => set.has(before)) !== node.negate
}

function singleSet(elements, flags) {
  const [only] = elements
  const isSingle = elements.length === 1 && only.type.startsWith("Character")
  return isSingle ? toUnicodeSet(only, flags).chars : undefined
}

function charsOf(source) {
  const { pattern, flags } = new RegExpParser().parseLiteral(`/${source}/`)
  return toUnicodeSet(pattern.alternatives[0].elements[0], flags).chars
}

function isLineEnd(code) {
  return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029
}

function isWord(code) {
  return /\w/.test(String.fromCodePoint(code))
}
