import { type Brackets, brokenPieces, isJson, validPiece, withoutThoughts } from "@proofloop/foundation/text"
import { jsonrepair } from "jsonrepair"
import { repairJson } from "./repair_json.ts"

/** How the value was found: as the whole reply, within the reply, or by a repair. */
export type ReplyHow = "whole" | "extracted" | "repaired"

export type ParsedReply =
  | {
      readonly value: unknown
      /** Whether it was the whole reply, a part of it, or a repaired part. */
      readonly how: ReplyHow
    }
  | {
      readonly error: string
    }

/** Longest reply that is read, in UTF-16 code units. */
export const MAX_REPLY = 2 ** 20

/** jsonrepair takes minutes for a megabyte of quotes. */
const MAX_REPAIR = 2 ** 14

/**
 * The JSON object of a model's reply, or the array with `expect: "array"`: the whole reply, else a part of it, else a
 * repaired part. Never throws; bounded in time. Does not complete a reply that is cut off, and invents no missing
 * value. A `__proto__` key is a plain property.
 * @requirement critics.llm_json
 */
export function parseReply(
  text: string,
  {
    expect = "object",
  }: {
    /** The type of the outermost value. Default "object". */
    readonly expect?: "object" | "array"
  } = {},
): ParsedReply {
  if (text.length > MAX_REPLY) return { error: `the reply is longer than ${MAX_REPLY} characters` }
  const reply = withoutThoughts(text).trim()
  if (reply === "") return { error: "the reply is empty" }
  if (isJson(reply)) return valueOf(reply, "whole", expect)

  const brackets: Brackets = expect === "array" ? "[]" : "{}"
  const valid = validPiece(reply, brackets)
  if (valid !== undefined) return valueOf(valid, "extracted", expect)
  const pieces = [...brokenPieces(reply, brackets), reply]
  for (const piece of pieces) {
    const repaired = repairJson(piece)
    if (isJson(repaired)) return valueOf(repaired, "repaired", expect)
  }
  for (const piece of pieces) {
    const repaired = repairByLibrary(repairJson(piece))
    if (repaired !== undefined) return valueOf(repaired, "repaired", expect)
  }
  return { error: "there is no JSON value in the reply that can be read" }
}

function valueOf(json: string, how: ReplyHow, expect: "object" | "array"): ParsedReply {
  const value: unknown = JSON.parse(json)
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value
  return kind === expect
    ? { value, how }
    : { error: `the reply is JSON, but ${kind} where ${expect} is expected` }
}

/** Repairs Python's words, single quotes, comments, bare keys and missing commas. */
function repairByLibrary(text: string): string | undefined {
  if (text.length > MAX_REPAIR || !mayBeRepaired(text)) return undefined
  try {
    const repaired = jsonrepair(text)
    return isJson(repaired) ? repaired : undefined
  } catch {
    return undefined
  }
}

/** Refuses what the library would only guess: a cut text, a missing value, an unknown escape. */
function mayBeRepaired(text: string): boolean {
  if (!/^[{[]/.test(text) || !/[}\]]$/.test(text)) return false
  let depth = 0
  let inside = false
  let last = ""
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ""
    if (inside) {
      if (char === "\\" && !'"\\/bfnrtu'.includes(text[(at += 1)] ?? "")) return false
      if (char === '"') inside = false
      continue
    }
    if (char === '"') inside = true
    if (char === "{" || char === "[") depth += 1
    if (",}]".includes(char) && last === ":") return false
    if (char === "}" || char === "]") depth -= 1
    if (depth === 0 && at < text.length - 1) return false
    if (!/\s/.test(char)) last = char
  }
  return depth === 0 && !inside
}
