import { sha256 } from "@proofloop/foundation/files"
import { readMember, readText } from "./read_member.ts"

const paths = ["path", "file_path", "filepath", "file_name", "filename", "file"]
const contents = ["content", "contents", "file_text", "text", "new_content"]

/** Digest of a file a call wrote as a whole, by its path; undefined where the arguments hold no whole content. */
export function contentDigests(call_arguments: unknown): Readonly<Record<string, string>> | undefined {
  const is_replacement = ["old_str", "old_string"].some(
    (name) => readMember(call_arguments, name) !== undefined,
  )
  if (is_replacement) return undefined
  const path = firstText(call_arguments, paths)
  const content = firstText(call_arguments, contents)
  if (path === undefined || content === undefined || path === "__proto__") return undefined
  return { [path]: sha256(content) }
}

function firstText(value: unknown, names: readonly string[]): string | undefined {
  return names.map((name) => readText(value, name)).find((text) => text !== undefined)
}
