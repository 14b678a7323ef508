import type { Node } from "jsonc-parser"
import type { HookEntry, JsonSettings } from "./host_table.ts"
import { hasComment, membersOf, parseJson, removeJson, setJson } from "./json_edit.ts"
import { jsonc } from "./jsonc.ts"
import { isOurs } from "./launcher.ts"

/** One of our commands in a tree of settings. */
export interface FoundEntry {
  readonly event: string
  /** The member of the event's list in which it stands. */
  readonly group: Node
  /** The handler itself, which is the group in hosts without groups. */
  readonly handler: Node
  readonly command: string
}

/** Our own commands, in the order of the file. Throws SettingsProblem. */
export function findEntries(text: string, is_strict: boolean): readonly FoundEntry[] {
  if (text.trim() === "") return []
  const lists = membersOf(parseJson(text, is_strict), "hooks").flatMap(([, hooks]) => membersOf(hooks))
  return lists.flatMap(([event, list]) =>
    itemsOf(list).flatMap((group) => {
      const [nested] = membersOf(group, "hooks")
      const handlers = nested === undefined ? [group] : itemsOf(nested[1])
      return handlers.flatMap((handler) => {
        const command = ourCommand(handler)
        return command === null ? [] : [{ event, group, handler, command }]
      })
    }),
  )
}

/** Whether settings hold just these entries of ours. */
export function holdsJust(found: readonly FoundEntry[], wanted: readonly HookEntry[]): boolean {
  const shown = (entries: readonly (readonly [string, unknown])[]): string =>
    JSON.stringify(entries.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
  return (
    shown(found.map(({ event, group }) => [event, jsonc().getNodeValue(group)])) ===
    shown(wanted.map(({ event, value }) => [event, value]))
  )
}

/** Settings with our entries, and with the members that they need. Throws SettingsProblem. */
export function addEntries(
  text: string,
  entries: readonly HookEntry[],
  { root, is_strict }: Pick<JsonSettings, "root" | "is_strict">,
): string {
  const known = text.trim() === "" ? [] : membersOf(parseJson(text, is_strict)).map(([name]) => name)
  let written = text
  for (const [name, value] of Object.entries(root))
    if (!known.includes(name)) written = setJson(written, [name], value, is_strict)
  for (const { event, value } of entries) written = setJson(written, ["hooks", event, -1], value, is_strict)
  return written
}

/**
 * Settings without our entries, and without the containers that held only them and were not in the text before
 * install. Throws SettingsProblem.
 */
export function removeEntries(text: string, before: string, is_strict: boolean): string {
  const [entry] = findEntries(text, is_strict)
  if (entry === undefined) return text
  const kept = placesOf(before, is_strict)
  return removeEntries(removeJson(text, emptied(entry.handler, text, kept)), before, is_strict)
}

/** The objects and lists of hooks that settings hold, by path. */
function placesOf(text: string, is_strict: boolean): readonly string[] {
  if (text.trim() === "") return []
  return membersOf(parseJson(text, is_strict), "hooks").flatMap(([, hooks]) => [
    "hooks",
    ...membersOf(hooks).map(([event]) => `hooks.${event}`),
  ])
}

/** The outermost node that would be empty, without a comment, once `node` is gone. */
function emptied(node: Node, text: string, kept: readonly string[]): Node {
  const container = node.parent
  if (container?.parent === undefined || (container.children?.length ?? 0) > 1) return node
  const property = container.parent.type === "property" ? container.parent : container
  // A group without handlers: its matcher is useless.
  const group = property.parent?.parent?.type === "array" ? property.parent : property
  const path = jsonc().getNodePath(container).join(".")
  return hasComment(text, group, node) || kept.includes(path) ? node : emptied(group, text, kept)
}

function itemsOf(list: Node): readonly Node[] {
  return list.type === "array" ? (list.children ?? []) : []
}

const COMMAND_FIELDS = ["command", "bash", "powershell", "commandWindows"]

function ourCommand(handler: Node): string | null {
  const inputs = membersOf(handler, "input").flatMap(([, input]) => membersOf(input, "command"))
  const fields = COMMAND_FIELDS.flatMap((field) => membersOf(handler, field))
  const values = [...fields, ...inputs].map(([, { value }]): unknown => value)
  return values.find((value): value is string => typeof value === "string" && isOurs(value)) ?? null
}
