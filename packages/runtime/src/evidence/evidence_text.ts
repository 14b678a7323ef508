import type { ToolResult } from "../protocol/tool.ts"
import { coerceText, isOk } from "./outcome.ts"
import { firstPresent, readField, readItems } from "./read_field.ts"

const MAX_WRAPPER_CHARACTERS = 200
const MAX_PARTS = 10_000
const STREAMS = ["output", "combined", "stdout", "stderr", "content", "text"]

/**
 * The text a failure is judged by: as `failureText`, but a short headline never hides the output. A headline is an
 * `error` or `message` of one line and at most 200 characters, such as "Command failed with exit code 1". When the
 * output is longer, the text is the headline followed by the output, or the output alone if it holds the headline.
 */
export function evidenceText(result: ToolResult): string {
  const headline = readableText(firstPresent(result, ["error", "message"]))
  const output = outputText(result)
  if (headline === "") return output
  if (!isWrapper(headline) || output.length <= headline.length) return headline
  return output.includes(headline.trim()) ? output : `${headline}\n${output}`
}

/** What a result printed or returned; for a failure, its evidence. */
export function resultText(result: ToolResult): string {
  return isOk(result) ? outputText(result) : evidenceText(result)
}

export function outputText(result: ToolResult): string {
  const returned = readableText(readField(result, "result"))
  if (returned !== "") return returned
  const output = firstPresent(result, ["output", "combined", "content"])
  return output === undefined ? joinedStreams(result, ["stdout", "stderr"]) : readableText(output)
}

/** Text of a value that may hold it in parts: a list of `{ text }` parts, or an object of output streams. */
function readableText(value: unknown): string {
  const items = readItems(value, MAX_PARTS)
  if (items !== undefined) return joinedParts(items) ?? coerceText(value)
  if (typeof readField(value, "message") === "string") return coerceText(value)
  const streams = joinedStreams(value, STREAMS)
  return streams === "" ? coerceText(value) : streams
}

/** Null unless every part is text. */
function joinedParts(items: readonly unknown[]): string | null {
  const parts: string[] = []
  for (const item of items) {
    const part = typeof item === "string" ? item : readField(item, "text")
    if (typeof part !== "string") return null
    parts.push(part)
  }
  return parts.length === 0 ? null : parts.join("\n")
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
