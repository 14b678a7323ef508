import type { ToolResult } from "../protocol/tool.ts"
import { coerceText } from "./outcome.ts"
import { firstPresent, readField } from "./read_field.ts"

const MAX_WRAPPER_CHARACTERS = 200
const STREAMS = ["output", "combined", "stdout", "stderr", "content", "text"]

/**
 * The text a failure is judged by. As `failureText`, except that nothing hides the output: when `error` or `message` is
 * one line of at most 200 characters ("Command failed with exit code 1") and the result carries a longer output, the
 * text is that line followed by the output, or the output alone if it holds the line.
 */
export function evidenceText(result: ToolResult): string {
  const headline = readableText(firstPresent(result, ["error", "message"]))
  const output = outputText(result)
  if (headline === "") return output
  if (!isWrapper(headline) || output.length <= headline.length) return headline
  return output.includes(headline.trim()) ? output : `${headline}\n${output}`
}

/** What the call printed or returned, whether it is ok or not. */
export function outputText(result: ToolResult): string {
  const returned = readableText(readField(result, "result"))
  if (returned !== "") return returned
  const output = firstPresent(result, ["output", "combined", "content"])
  return output === undefined ? joinedStreams(result, ["stdout", "stderr"]) : readableText(output)
}

/** Text of a value that may hold it in parts: a list of `{ text }` parts, or an object of output streams. */
function readableText(value: unknown): string {
  if (Array.isArray(value)) {
    const parts = value.map((part: unknown) => (typeof part === "string" ? part : readField(part, "text")))
    return parts.length > 0 && parts.every((part) => typeof part === "string")
      ? parts.join("\n")
      : coerceText(value)
  }
  if (typeof readField(value, "message") === "string") return coerceText(value)
  const streams = joinedStreams(value, STREAMS)
  return streams === "" ? coerceText(value) : streams
}

function joinedStreams(value: unknown, names: readonly string[]): string {
  const streams: string[] = []
  for (const name of names) {
    const stream = readField(value, name)
    if (typeof stream === "string" && stream.trim() !== "") streams.push(stream)
  }
  return streams.join("\n")
}

function isWrapper(headline: string): boolean {
  return headline.length <= MAX_WRAPPER_CHARACTERS && !headline.trim().includes("\n")
}
