import type { Node } from "jsonc-parser"
import { findEntries, itemsOf } from "./json_entries.ts"
import { tokensBetween } from "./json_tokens.ts"
import { memberOf, parseSettings } from "./json_tree.ts"
import { applyEdits, type TextEdit } from "./text_edit.ts"
import { isBlank } from "./text_shape.ts"

/** Settings from before install, by path ("hooks", "hooks.Stop"): they stay, even if empty. */
export type KeptPlaces = readonly string[]

/** The objects and lists of hooks that settings hold, by path. */
export function placesOf(text: string, is_strict: boolean): KeptPlaces {
  if (isBlank(text)) return []
  const hooks = memberOf(parseSettings(text, is_strict), "hooks")
  if (hooks === undefined) return []
  return ["hooks", ...(hooks.children ?? []).map((member) => `hooks.${String(member.children?.[0]?.value)}`)]
}

/**
 * Removes our entries from settings that changed since, with the containers that held only them. Everything else
 * stays. Throws SettingsProblem.
 */
export function removeEntries(
  text: string,
  { is_strict, kept }: { readonly is_strict: boolean; readonly kept: KeptPlaces },
): string {
  let rest = text
  for (;;) {
    if (isBlank(rest)) return rest
    const root = parseSettings(rest, is_strict)
    const [entry] = findEntries(root)
    if (entry === undefined) return rest
    const whole = emptied(entry.handler, { text: rest, root, kept })
    rest = applyEdits(rest, removal(rest, whole))
  }
}

interface Place {
  readonly text: string
  readonly root: Node
  readonly kept: KeptPlaces
}

/** The outermost node that would be empty, without a comment, once `node` is gone. */
function emptied(node: Node, place: Place): Node {
  const { text, root, kept } = place
  const container = node.parent
  if (container === undefined || container === root || (container.children?.length ?? 0) > 1) return node
  const outer =
    groupOf(container, root) ?? (container.parent?.type === "property" ? container.parent : container)
  if (hasComment(text, outer, node) || kept.includes(pathOf(container))) return node
  return emptied(outer, place)
}

/** The group around a list of handlers; without handlers its matcher is useless. */
function groupOf(list: Node, root: Node): Node | null {
  const group = list.parent?.parent
  const is_handlers =
    list.type === "array" &&
    list.parent?.type === "property" &&
    group !== undefined &&
    itemsOf(group.parent ?? root).includes(group)
  return is_handlers ? group : null
}

/** Whether a comment stands in a node, outside of another one in it. */
function hasComment(text: string, outer: Node, inner: Node): boolean {
  const before = tokensBetween(text, outer.offset, inner.offset)
  const after = tokensBetween(text, inner.offset + inner.length, outer.offset + outer.length)
  return [...before, ...after].some(({ kind }) => kind === "comment")
}

function pathOf(node: Node): string {
  const names: string[] = []
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
    if (at.type === "property") names.unshift(String(at.children?.[0]?.value))
  }
  return names.join(".")
}

/** Removes a member with one comma, and with its line when it stands alone there. */
function removal(text: string, node: Node): readonly TextEdit[] {
  const container = node.parent ?? node
  const siblings = container.children ?? []
  const at = siblings.indexOf(node)
  const previous = siblings[at - 1]
  const end = node.offset + node.length
  const close = container.offset + container.length - 1
  const comma_after = findComma(text, end, siblings[at + 1]?.offset ?? close)
  // The rest of the line must not end up behind a comment of the line before.
  const is_last_on_line = /^,?[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 200))
  const start = is_last_on_line ? lineStart(text, node.offset) : node.offset
  if (comma_after !== null) return [cut(text, start, end), cut(text, comma_after, comma_after + 1)]
  if (previous === undefined) return [cut(text, start, hasComment(text, container, node) ? end : close)]
  const comma_before = findComma(text, previous.offset + previous.length, node.offset)
  return [
    ...(comma_before === null ? [] : [cut(text, comma_before, comma_before + 1)]),
    cut(text, start, end),
  ]
}

function cut(text: string, from: number, to: number): TextEdit {
  return { offset: from, before: text.slice(from, to), after: "" }
}

/** The line break before a node that begins its line, else the node. */
function lineStart(text: string, offset: number): number {
  let start = offset
  while (text[start - 1] === " " || text[start - 1] === "\t") start -= 1
  if (text[start - 1] !== "\n") return offset
  return text[start - 2] === "\r" ? start - 2 : start - 1
}

function findComma(text: string, from: number, to: number): number | null {
  return tokensBetween(text, from, to).find(({ kind }) => kind === "comma")?.offset ?? null
}
