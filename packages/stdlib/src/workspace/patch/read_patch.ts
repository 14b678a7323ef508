import { isRecord } from "@proofloop/foundation/text"
import { PatchError } from "./patch_error.ts"

/** The path of anything given as a patch; null: it has none and is skipped. Throws PatchError. */
export function readPath(patch: unknown, index: number): string | null {
  if (!isRecord(patch)) {
    throw new PatchError("invalid_content", "", `patch ${index + 1} is not an object`)
  }
  const path = own(patch, "path") ?? ""
  if (typeof path === "string") return path === "" ? null : path
  throw new PatchError("invalid_path", "", `patch ${index + 1}: the path must be a string`)
}

/** What a patch puts at its path; null: nothing, it deletes. Throws PatchError. */
export function readNewContent(patch: unknown, path: string, max_bytes: number): Buffer | null {
  const action = own(patch, "action") ?? "modify"
  if (action === "delete") return null
  if (action !== "create" && action !== "modify") {
    throw new PatchError("unknown_action", path, `${path}: unknown action ${JSON.stringify(action)}`)
  }
  const content = own(patch, "content") ?? (action === "create" ? "" : undefined)
  if (typeof content !== "string") {
    const got = content === undefined ? "nothing" : Array.isArray(content) ? "a list" : typeof content
    throw new PatchError("invalid_content", path, `${path}: content must be a string, not ${got}`)
  }
  const bytes = Buffer.byteLength(content)
  if (bytes > max_bytes) {
    const message = `${path}: the content has ${bytes} bytes and exceeds the limit of ${max_bytes}`
    throw new PatchError("too_large", path, message)
  }
  return Buffer.from(content)
}

/** An own member; undefined for an inherited one and for one that throws. */
function own(record: unknown, name: string): unknown {
  if (typeof record !== "object" || record === null) return undefined
  try {
    return Object.hasOwn(record, name) ? (Reflect.get(record, name) as unknown) : undefined
  } catch {
    return undefined
  }
}
