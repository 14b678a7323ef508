import { readMember, readText } from "@proofloop/foundation/text"

/** The text of a message: a string, or the text of its parts a line each; other parts (images) leave none. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content
  if (Array.isArray(content)) {
    const texts = content.map(partText).filter((text) => text !== "")
    return texts.join("\n")
  }
  return partText(content)
}

function partText(part: unknown): string {
  if (typeof part === "string") return part
  const text = readText(part, "text")
  if (text !== undefined) return text
  const content = readMember(part, "content")
  return typeof content === "string" ? content : ""
}

/** A value a tool returned, as text. Never throws: what is nested too deep for JSON is left out. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value
  if (value === undefined) return ""
  try {
    return JSON.stringify(value)
  } catch {
    return ""
  }
}
