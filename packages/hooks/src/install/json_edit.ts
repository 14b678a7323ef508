import type { Edit, Node, ParseError } from "jsonc-parser"
import { jsonc } from "./jsonc.ts"
import { SettingsProblem } from "./settings_problem.ts"

/** JSON as a tree, with the offsets of the text. Strict: neither comments nor trailing commas. Throws SettingsProblem. */
export function parseJson(text: string, is_strict: boolean): Node {
  const errors: ParseError[] = []
  const root = treeOf(text, errors, is_strict)
  const [first] = errors
  if (first !== undefined)
    throw new SettingsProblem(describe(jsonc().printParseErrorCode(first.error)), lineAt(text, first.offset))
  if (root?.type !== "object")
    throw new SettingsProblem("the settings are not a JSON object", lineAt(text, root?.offset ?? 0))
  return root
}

/**
 * The text with a value at a path, in the style of the file; -1 appends to a list. Everything else stays. Throws
 * SettingsProblem.
 */
export function setJson(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
  is_strict = false,
): string {
  if (text.trim() === "")
    return setJson(`${text.startsWith("\uFEFF") ? "\uFEFF" : ""}{}${eolOf(text)}`, path, value)
  const node = memberAt(text, path, parseJson(text, is_strict))
  if (node !== undefined && JSON.stringify(jsonc().getNodeValue(node)) === JSON.stringify(value)) return text
  const [edit] = jsonc().modify(withoutMark(text), [...path], value, {})
  return edit === undefined ? text : withStyle(text, edit)
}

/** The text without a member, its comma and its line. Comments around it stay. */
export function removeJson(text: string, node: Node): string {
  const container = node.parent ?? node
  const siblings = container.children ?? []
  const at = siblings.indexOf(node)
  const previous = siblings[at - 1]
  const from = previous === undefined ? container.offset + 1 : endOf(previous)
  const to = siblings[at + 1]?.offset ?? endOf(container) - 1
  const end = endOf(node)
  const between = text.slice(from, node.offset)
  const is_alone = siblings.length === 1 && `${between}${text.slice(end, to)}`.trim() === ""
  if (is_alone) return text.slice(0, from) + text.slice(to)
  // The rest of the line must not end up behind a comment of the line before.
  const is_last_on_line = /^,?[ \t]*(?:\r?\n|$)/.test(text.slice(end))
  const line = is_last_on_line ? (/\r?\n[ \t]*$/.exec(between)?.[0].length ?? 0) : 0
  const { commas } = marksOf(text)
  const comma =
    commas.find((offset) => offset >= end && offset < to) ??
    commas.find((offset) => offset >= from && offset < node.offset)
  const cuts = [{ offset: node.offset - line, length: line + node.length, content: "" }]
  if (comma !== undefined) cuts.push({ offset: comma, length: 1, content: "" })
  return jsonc().applyEdits(text, cuts)
}

/** Whether a comment stands in a node, outside of another one in it. */
export function hasComment(text: string, outer: Node, inner: Node): boolean {
  return marksOf(text).comments.some(
    (offset) =>
      offset >= outer.offset && offset < endOf(outer) && (offset < inner.offset || offset >= endOf(inner)),
  )
}

/** The values of an object's members, of one name if it is given. A name may stand twice. */
export function membersOf(object: Node, name?: string): readonly (readonly [name: string, value: Node])[] {
  if (object.type !== "object") return []
  return (object.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined || (name !== undefined && key.value !== name)
      ? []
      : [[String(key.value), value] as const],
  )
}

/** How many commas stand before no member: some hosts do not read one before a closing bracket. */
export function looseCommas(text: string): number {
  const errors: ParseError[] = []
  jsonc().parse(withoutMark(text), errors, { allowEmptyContent: true })
  return errors.length
}

function treeOf(text: string, errors: ParseError[], is_strict: boolean): Node | undefined {
  const options = { disallowComments: is_strict, allowTrailingComma: !is_strict }
  try {
    return jsonc().parseTree(withoutMark(text), errors, options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new SettingsProblem("the settings are nested too deeply", 0)
  }
}

/** A blank for the byte order mark keeps offsets as they are. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, " ")
}

/** The value at a path. Throws SettingsProblem for a value that can have no such member, and a name that stands twice. */
function memberAt(text: string, path: readonly (string | number)[], root: Node): Node | undefined {
  let node: Node | undefined = root
  for (const [depth, segment] of path.entries()) {
    if (node === undefined) return undefined
    const [type, title] = typeof segment === "string" ? ["object", "an object"] : ["array", "a list"]
    const above = path.slice(0, depth).join(".")
    if (node.type !== type) throw new SettingsProblem(`"${above}" is not ${title}`, lineAt(text, node.offset))
    const members = membersOf(node, String(segment))
    const [first = 0, second] = members.map(([, { parent }]) => lineAt(text, parent?.offset ?? 0))
    if (second !== undefined)
      throw new SettingsProblem(
        `"${segment}" stands here a second time, first in line ${first}, and hosts read one of them: remove the other`,
        second,
      )
    node = members[0]?.[1]
  }
  return node
}

/** What follows a last member on its line: a comma, comments. They belong to that member. */
const LAST_ON_LINE = /^([ \t]*,)?(?:[ \t]|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n)/

/** The text with an edit of jsonc-parser, which writes a value on one line. */
function withStyle(text: string, { offset, length, content }: Edit): string {
  const before = text.slice(0, offset)
  const after = text.slice(offset + length)
  const eol = eolOf(text)
  const outer = /[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))?.[0] ?? ""
  const step = /\n([ \t]{1,64})["[{]/.exec(text)?.[1] ?? "  "
  const insertSpaces = !step.startsWith("\t")
  const options = { insertSpaces, tabSize: insertSpaces ? step.length : 1, eol }
  const { applyEdits, format } = jsonc()
  const lines = (json: string, indent: string) =>
    applyEdits(json, format(json, undefined, options)).replaceAll(eol, eol + indent)
  if (length > 0) return before + lines(content, outer) + after
  if (content.startsWith(",")) {
    const [rest, comma] = LAST_ON_LINE.exec(after) ?? []
    if (rest === undefined) return before + content + after
    const line = eol + outer + lines(content.slice(1), outer)
    return `${before}${comma === undefined ? `,${rest}${line}` : `${rest}${line},`}${after.slice(rest.length)}`
  }
  if (!text.trim().includes("\n") && text.trim().length > 2) return before + content + after
  const line = eol + outer + step + lines(content, outer + step)
  return before + line + (/^[ \t]*\r?\n/.test(after) ? after : eol + outer + after.trimStart())
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n"
}

/** Where commas and comments begin. */
function marksOf(text: string): { readonly commas: readonly number[]; readonly comments: readonly number[] } {
  const commas: number[] = []
  const comments: number[] = []
  jsonc().visit(
    withoutMark(text),
    {
      onSeparator: (sign, offset) => void (sign === "," && commas.push(offset)),
      onComment: (offset) => void comments.push(offset),
    },
    { allowTrailingComma: true },
  )
  return { commas, comments }
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

/** Lines count from 1. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length
}

/** "CommaExpected" is "comma expected". */
function describe(code: string): string {
  return code.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()
}
