/** The `code` of an error, of ours or of the system ("ENOENT"); "" for anything else. Never throws, whatever was thrown. */
export function errorCode(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error) || !("code" in thrown)) return ""
    return typeof thrown.code === "string" ? thrown.code : ""
  } catch {
    return ""
  }
}

/** For `catch`: null where there is no such file, else thrown again. */
export function nothingThere(error: unknown): null {
  if (errorCode(error) === "ENOENT") return null
  throw error
}
