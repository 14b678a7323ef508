/** Whether a reply is a fence with JSON in it: three backticks, and `{` or `[` below. @requirement critics.fenced-json */
export function isFencedJson(text: string): boolean {
  const trimmed = text.trim()
  if (!trimmed.startsWith("```")) return false
  const newline = trimmed.indexOf("\n")
  if (newline < 0) return false
  const body = trimmed.slice(newline + 1).trimStart()
  return body.startsWith("{") || body.startsWith("[")
}

/**
 * A text without the fence around it, if both ends are there and the opener has at most one word. Leaves a fence
 * within the fence, so that a second call changes nothing.
 */
export function stripFence(text: string): string {
  const body = fenceBody(text)
  return body === undefined || fenceBody(body) !== undefined ? text : body
}

function fenceBody(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length < 6 || !trimmed.startsWith("```") || !trimmed.endsWith("```")) return undefined
  const newline = trimmed.indexOf("\n")
  if (newline < 0 || !/^[A-Za-z0-9]*$/.test(trimmed.slice(3, newline).trim())) return undefined
  return trimmed.slice(newline + 1, -3).trim()
}

/** Where fences open that begin a line: one within a JSON string cannot, since its line ends are escaped. */
export function fenceAt(
  text: string,
  from: number,
): { readonly at: number; readonly body: number } | undefined {
  for (let at = text.indexOf("```", from); at >= 0; at = text.indexOf("```", at + 3)) {
    const line =
      text
        .slice(Math.max(0, at - 20), at)
        .split("\n")
        .at(-1) ?? ""
    if (line.trim() !== "") continue
    const opener = /^```[A-Za-z0-9]{0,20}\s{0,20}/.exec(text.slice(at, at + 50))
    if (opener) return { at, body: at + opener[0].length }
  }
  return undefined
}
