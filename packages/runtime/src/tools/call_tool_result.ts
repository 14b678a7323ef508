import { isRecord } from "@proofloop/foundation/text"
import type { ToolResult } from "../protocol/tool.ts"

/** The result of an MCP call: `content` in parts, perhaps `structuredContent`, perhaps `isError`. */
export interface McpCallResult {
  readonly content: readonly { readonly type: string }[]
}

/** Whether a value is what an MCP server answers to `tools/call`. */
export function isMcpCallResult(value: unknown): value is McpCallResult {
  return (
    isRecord(value) &&
    Array.isArray(value["content"]) &&
    value["content"].every((part) => isRecord(part) && typeof part["type"] === "string") &&
    !("ok" in value) &&
    !("success" in value)
  )
}

/** An MCP result as one of ours: its text is the output, or the error when the server says so; parts without text are named. */
export function readMcpResult(value: McpCallResult): ToolResult {
  const given: Record<string, unknown> = { ...value }
  const structured = given["structuredContent"]
  const text = value.content.map((part) => partText(part)).join("\n")
  const words = text === "" && structured !== undefined ? JSON.stringify(structured) : text
  // The exit code of a command that ran on the server is evidence as it would be of a local one.
  const code = isRecord(structured) ? structured["exit_code"] : undefined
  const exit_code = typeof code === "number" ? { exit_code: code } : {}
  const failed = given["isError"] === true || (typeof code === "number" && code !== 0)
  return failed ? { ok: false, error: words, ...exit_code } : { ok: true, output: words, ...exit_code }
}

function partText(part: Readonly<Record<string, unknown>>): string {
  const { type, text, mimeType, uri, resource } = part
  if (typeof text === "string") return text
  if (isRecord(resource)) {
    if (typeof resource["text"] === "string") return resource["text"]
    return `[${String(type)} ${String(resource["uri"])}]`
  }
  return `[${[type, uri, mimeType].filter((word) => typeof word === "string").join(" ")}]`
}
