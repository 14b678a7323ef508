/** What a thrown value says. */
export function thrownText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether a model answered, but nothing could be read in it: worth another attempt, unlike a model that is gone. */
export function isUnreadableReply(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "llm_error"
}
