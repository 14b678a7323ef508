import { parseCallArguments } from "../call_arguments.ts"
import type { DraftCall } from "../reply.ts"
import type { WireCall } from "./wire.ts"

export interface CallAssembly {
  add(fragment: WireCall): void
  /** The calls in the order in which they began. */
  finish(): DraftCall[]
}

/**
 * Joins the fragments of tool calls by `index`, else by `id`, else to the latest call. Whole calls that all claim the
 * same index, as some servers send them, stay apart.
 */
export function createCallAssembly(): CallAssembly {
  const calls: OpenCall[] = []
  const by_index = new Map<number, OpenCall>()
  const by_id = new Map<string, OpenCall>()

  function callOf(fragment: WireCall): OpenCall {
    const known =
      fragment.index == null
        ? ((fragment.id ? by_id.get(fragment.id) : undefined) ??
          (fragment.function?.name ? undefined : calls.at(-1)))
        : by_index.get(fragment.index)
    const call = known && !isAnother(known, fragment) ? known : open()
    if (fragment.index != null) by_index.set(fragment.index, call)
    if (fragment.id) by_id.set(fragment.id, call)
    return call
  }

  function open(): OpenCall {
    const call: OpenCall = { id: null, name: null, text: "", object: null, fragments: 0 }
    calls.push(call)
    return call
  }

  return {
    add(fragment) {
      const call = callOf(fragment)
      call.id ??= fragment.id || null
      // The first name counts: servers that repeat it are common, servers that send it in pieces are not.
      call.name ??= fragment.function?.name || null
      call.fragments += 1
      const value = fragment.function?.arguments
      if (typeof value === "string") call.text += value
      else if (value != null) call.object = value
    },
    finish: () => calls.map(({ id, name, text, object }) => ({ id, name, arguments: object ?? text })),
  }
}

interface OpenCall {
  id: string | null
  name: string | null
  text: string
  object: unknown
  fragments: number
}

/** Whether a named fragment begins another call although its place belongs to `call`. */
function isAnother(call: OpenCall, fragment: WireCall): boolean {
  if (!fragment.function?.name || call.name === null) return false
  if (call.id && fragment.id) return call.id !== fragment.id
  // Checked once a call, so a server that repeats the name in every fragment costs nothing.
  return call.fragments === 1 && isWhole(call) && bringsArguments(fragment.function.arguments)
}

function bringsArguments(value: unknown): boolean {
  return typeof value === "string" ? value.trim() !== "" : value != null
}

function isWhole(call: OpenCall): boolean {
  return call.object !== null || (bringsArguments(call.text) && parseCallArguments(call.text).ok)
}
