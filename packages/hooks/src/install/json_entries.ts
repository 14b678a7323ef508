import type { Node } from "jsonc-parser"
import { memberOf, membersOf } from "./json_tree.ts"
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

const COMMAND_FIELDS = ["command", "bash", "powershell", "commandWindows"]

/** Our own commands, in the order of the file. */
export function findEntries(root: Node): readonly FoundEntry[] {
  const hooks = memberOf(root, "hooks")
  if (hooks?.type !== "object") return []
  return membersOf(hooks).flatMap(({ name: event, value: list }) =>
    itemsOf(list).flatMap((group) => {
      const nested = memberOf(group, "hooks")
      const handlers = nested === undefined ? [group] : itemsOf(nested)
      return handlers.flatMap((handler) => {
        const command = ourCommand(handler)
        return command === null ? [] : [{ event, group, handler, command }]
      })
    }),
  )
}

/** Whether settings hold just these entries of ours. */
export function holdsJust(
  root: Node,
  wanted: readonly { readonly event: string; readonly value: unknown }[],
): boolean {
  const found = findEntries(root).map(({ event, group }) => [event, jsonc().getNodeValue(group)] as const)
  const shown = (entries: readonly (readonly [string, unknown])[]): string =>
    JSON.stringify(entries.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
  return shown(found) === shown(wanted.map(({ event, value }) => [event, value]))
}

export function itemsOf(list: Node): readonly Node[] {
  return list.type === "array" ? (list.children ?? []) : []
}

function ourCommand(handler: Node): string | null {
  if (handler.type !== "object") return null
  for (const field of COMMAND_FIELDS) {
    const value: unknown = memberOf(handler, field)?.value
    if (typeof value === "string" && isOurs(value)) return value
  }
  const mark: unknown = inputCommand(handler)?.value
  return typeof mark === "string" && isOurs(mark) ? mark : null
}

/** Of a handler that calls a tool. */
function inputCommand(handler: Node): Node | undefined {
  const input = memberOf(handler, "input")
  return input?.type === "object" ? memberOf(input, "command") : undefined
}
