import { createHash } from "node:crypto"

const paths = ["path", "file_path", "filepath", "file_name", "filename", "file"]
const contents = ["content", "contents", "file_text", "text", "new_content"]

/** Digest of a file a call wrote as a whole, by its path; undefined where the arguments hold no whole content. */
export function contentDigests(call_arguments: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof call_arguments !== "object" || call_arguments === null) return undefined
  const fields = new Map(Object.entries(call_arguments))
  if (fields.has("old_str") || fields.has("old_string")) return undefined
  const path = paths.map((name) => fields.get(name)).find((value) => typeof value === "string")
  const content = contents.map((name) => fields.get(name)).find((value) => typeof value === "string")
  if (path === undefined || content === undefined || path === "__proto__") return undefined
  return { [path]: createHash("sha256").update(content).digest("hex") }
}
