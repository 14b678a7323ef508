/** What a thrown value says. */
export function thrownText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A model answered, but nothing could be read in it: worth another attempt, unlike a model that is gone. */
export class UnreadableReplyError extends Error {
  readonly code = "unreadable_reply"

  constructor(message: string) {
    super(message)
    this.name = "UnreadableReplyError"
  }
}

export function isUnreadableReply(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "unreadable_reply"
}
