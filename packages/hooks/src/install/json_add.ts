import type { JsonObject } from "@proofloop/foundation/text"
import type { Node } from "jsonc-parser"
import type { HookEntry } from "./host_table.ts"
import { tokensBetween } from "./json_tokens.ts"
import { memberOf, parseSettings, refuseRepeated } from "./json_tree.ts"
import { SettingsProblem } from "./settings_problem.ts"
import type { TextEdit } from "./text_edit.ts"
import { indentAt, isBlank, lineAt, shapeOf, type TextShape } from "./text_shape.ts"

export interface Addition {
  readonly entries: readonly HookEntry[]
  readonly root: JsonObject
  readonly is_strict: boolean
}

/** The addition to an object or a list: text of members, given how a value is written at a depth. */
interface Members {
  readonly container: Node
  /** Each with the name of a member; null in a list. */
  readonly members: readonly { readonly name: string | null; readonly value: unknown }[]
}

/** The edits that add hooks to settings, in the style of the file; existing text stays. Throws SettingsProblem. */
export function addEntries(text: string, addition: Addition): readonly TextEdit[] {
  if (isBlank(text)) return [wholeFile(text, addition)]
  const root = parseSettings(text, addition.is_strict)
  refuseRepeated(text, root, "hooks")
  const lacking = Object.entries(addition.root).filter(([name]) => memberOf(root, name) === undefined)
  const at_root = lacking.map(([name, value]) => ({ name, value }))
  const hooks = memberOf(root, "hooks")
  if (hooks === undefined) {
    const members = [...at_root, { name: "hooks", value: byEvent(addition.entries) }]
    return [insertion(text, { container: root, members })]
  }
  if (hooks.type !== "object")
    throw new SettingsProblem(`"hooks" is not an object`, lineAt(text, hooks.offset))
  const places: Members[] = at_root.length === 0 ? [] : [{ container: root, members: at_root }]
  const fresh: HookEntry[] = []
  for (const [event, values] of Object.entries(byEvent(addition.entries))) {
    refuseRepeated(text, hooks, event)
    const list = memberOf(hooks, event)
    if (list === undefined) fresh.push(...values.map((value) => ({ event, value })))
    else if (list.type !== "array")
      throw new SettingsProblem(`"hooks.${event}" is not a list`, lineAt(text, list.offset))
    else places.push({ container: list, members: values.map((value) => ({ name: null, value })) })
  }
  if (fresh.length > 0) {
    const members = Object.entries(byEvent(fresh)).map(([name, value]) => ({ name, value }))
    places.push({ container: hooks, members })
  }
  return places.map((place) => insertion(text, place))
}

function byEvent(entries: readonly HookEntry[]): Readonly<Record<string, readonly JsonObject[]>> {
  const events = new Map<string, readonly JsonObject[]>()
  for (const { event, value } of entries) events.set(event, [...(events.get(event) ?? []), value])
  return Object.fromEntries(events)
}

function wholeFile(text: string, { root, entries }: Addition): TextEdit {
  const { eol } = shapeOf(text)
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : ""
  const whole = `${JSON.stringify({ ...root, hooks: byEvent(entries) }, null, 2)}\n`.replaceAll("\n", eol)
  return { offset: mark.length, before: text.slice(mark.length), after: whole }
}

function insertion(text: string, { container, members }: Members): TextEdit {
  const shape = shapeOf(text)
  const close = container.offset + container.length - 1
  const last = container.children?.at(-1)
  if (last === undefined) return intoEmpty(text, { container, members }, shape)
  const end = last.offset + last.length
  const is_inline = shape.indent === null || !text.slice(container.offset, close).includes("\n")
  if (is_inline) {
    const after = members.map((member) => `,${written(member, null, shape)}`).join("")
    // An existing comma ends up behind ours.
    return { offset: end, before: "", after }
  }
  const first = container.children?.[0] ?? last
  const indent = indentAt(text, first.offset)
  const lines = members.map((member) => `${shape.eol}${indent}${written(member, indent, shape)}`).join(",")
  const { has_comma, line_end } = afterMember(text, end, close)
  if (has_comma) return { offset: line_end, before: "", after: `${lines},` }
  // A comment behind the last member on its line belongs to it.
  const comment = text.slice(end, line_end)
  return { offset: end, before: comment, after: `,${comment}${lines}` }
}

function intoEmpty(text: string, { container, members }: Members, shape: TextShape): TextEdit {
  const open = container.offset + 1
  const close = container.offset + container.length - 1
  const inner = text.slice(open, close)
  const outer = indentAt(text, container.offset)
  if (shape.indent === null) {
    const after = members.map((member) => written(member, null, shape)).join(",")
    // A comment to the end of the line cannot stand on a single line, so ours may follow directly.
    return { offset: close, before: "", after }
  }
  const indent = outer + shape.indent
  const lines = members.map((member) => `${shape.eol}${indent}${written(member, indent, shape)}`).join(",")
  const at = open + inner.trimEnd().length
  const tail = text.slice(at, close)
  return tail.includes("\n")
    ? { offset: at, before: "", after: lines }
    : { offset: at, before: tail, after: `${lines}${shape.eol}${outer}` }
}

/** A member in the style of the file; `indent` of its own line, null for one that shares a line. */
function written(
  { name, value }: Members["members"][number],
  indent: string | null,
  shape: TextShape,
): string {
  const is_inline = indent === null || shape.indent === null
  const key = name === null ? "" : `${JSON.stringify(name)}:${is_inline ? "" : " "}`
  if (is_inline) return key + JSON.stringify(value)
  const lines = JSON.stringify(value, null, shape.indent).replaceAll("\n", `${shape.eol}${indent}`)
  return key + lines
}

/** Whether a comma follows a member, and the end of the member's part of the line. */
function afterMember(
  text: string,
  end: number,
  close: number,
): { readonly has_comma: boolean; readonly line_end: number } {
  const tokens = tokensBetween(text, end, close)
  const comma = tokens.find(({ kind }) => kind === "comma")
  let line_end = comma?.end ?? end
  for (const token of tokens.filter(({ offset }) => offset >= line_end)) {
    if (token.kind === "line_break") break
    if (token.kind === "comment") line_end = token.end
  }
  return { has_comma: comma !== undefined, line_end }
}
