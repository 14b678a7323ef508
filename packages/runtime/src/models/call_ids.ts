import type { ModelRequest } from "../protocol/model.ts"

/**
 * A namer for the tool calls of one reply: keeps a provider's id unless it is missing or already used in the transcript
 * or the reply (some servers count from 0 in every reply); else gives `call_<turn>_<n>`. No clock, no randomness.
 */
export function callIds(request: ModelRequest): (given: string | null | undefined) => string {
  const turn = request.messages.filter((message) => message.role === "assistant").length + 1
  const taken = usedIds(request)
  let next = 1
  return (given) => {
    let id = given ?? ""
    while (id === "" || taken.has(id)) {
      id = `call_${turn}_${next}`
      next += 1
    }
    taken.add(id)
    return id
  }
}

function usedIds(request: ModelRequest): Set<string> {
  const ids = new Set<string>()
  for (const message of request.messages) {
    if (message.role === "tool") ids.add(message.tool_call_id)
    if (message.role !== "assistant") continue
    for (const call of message.tool_calls ?? []) if (call.id !== undefined) ids.add(call.id)
  }
  return ids
}
