/** What was thrown, in words. Never throws: a host may throw anything, even an error without a readable message. */
export function thrownMessage(thrown: unknown): string {
  try {
    const message: unknown = thrown instanceof Error ? thrown.message : thrown
    return String(message)
  } catch {
    return "something that cannot be put in words"
  }
}
