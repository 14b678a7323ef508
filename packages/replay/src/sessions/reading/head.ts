import { parsedJson } from "@proofloop/foundation/text"
import type { SessionHead } from "../importer.ts"
import type { SessionFile } from "./session_file.ts"
import { openJsonFeed } from "./stream_json.ts"

const HEAD_BYTES = 64 * 1024
/** Where one value fills the head: the instructions of an agent, what a prompt has changed. */
const LONG_HEAD_BYTES = 1024 * 1024

/** The start of a file, and how the file as a whole is laid out. */
export interface FileHead extends SessionHead {
  /** One JSON value a line, or one for the file, over several lines. */
  readonly layout: "lines" | "document"
  /** Whether the file goes on inside a value of the head. */
  readonly is_cut: boolean
}

/** Reads the start of a file. Throws what the file system throws. */
export async function readHead(file: SessionFile, is_long = false): Promise<FileHead> {
  const bytes = is_long ? LONG_HEAD_BYTES : HEAD_BYTES
  const decoder = new TextDecoder()
  let text = ""
  let length = 0
  for await (const chunk of file.read(0, bytes)) {
    text += decoder.decode(chunk, { stream: true })
    length += chunk.length
  }
  text += decoder.decode()
  const is_whole = length < bytes
  const { layout, values } = layoutOf(text, is_whole)
  const is_cut = !is_whole && (layout === "document" || !text.includes("\n"))
  return { path: file.path, text, layout, values, is_cut }
}

function layoutOf(text: string, is_whole: boolean): Pick<FileHead, "layout" | "values"> {
  const lines = text.split("\n")
  const complete = is_whole ? lines : lines.slice(0, -1)
  const values = complete.flatMap(parsedLine)
  const first = lines.find((line) => line.trim() !== "") ?? ""
  const is_json = /^\s{0,100}[[{]/.test(first)
  if (is_json && parsedLine(first).length === 0 && lines.length > 1 && opensMoreThanItCloses(first)) {
    return { layout: "document", values: wholeOrPartial(text) }
  }
  return { layout: "lines", values: values.length === 0 && is_json ? wholeOrPartial(first) : values }
}

function parsedLine(line: string): readonly unknown[] {
  const value = parsedJson(line)
  return value === undefined ? [] : [value]
}

/** Whether a line ends between the members of something; a line that ends within a string was cut off. */
function opensMoreThanItCloses(line: string): boolean {
  let depth = 0
  let is_text = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (is_text) {
      if (character === "\\") at += 1
      else if (character === '"') is_text = false
    } else if (character === '"') is_text = true
    else if (character === "{" || character === "[") depth += 1
    else if (character === "}" || character === "]") depth -= 1
  }
  return depth > 0 && !is_text
}

/** A document as far as its text goes: what is incomplete is there with the members it has. */
function wholeOrPartial(text: string): readonly unknown[] {
  const whole = parsedLine(text)
  if (whole.length > 0) return whole
  const roots = new Set<unknown>()
  try {
    openJsonFeed(["$*"], ({ root }) => roots.add(root)).write(text)
  } catch {
    // What was read until here tells enough.
  }
  return [...roots].filter((root) => typeof root === "object").slice(0, 1)
}
