/** The command was called wrongly: exit code 2. */
export class Misuse extends Error {
  readonly code = "misuse"
  /** An unknown name, and the possible names. */
  readonly unknown: { readonly name: string; readonly known: readonly string[] } | null

  constructor(message: string, unknown: Misuse["unknown"] = null) {
    super(message)
    this.name = "Misuse"
    this.unknown = unknown
  }
}

/** Whether an error is one, by any copy of the class: a separate program has another copy. */
export function isMisuse(error: unknown): error is Misuse {
  return error instanceof Error && error.name === "Misuse"
}

export async function describeMisuse({ message, unknown }: Misuse): Promise<string> {
  if (unknown === null) return message
  const { nearestName } = await import("@proofloop/foundation/errors")
  const near = nearestName(unknown.name, unknown.known)
  return near === null ? message : `${message}. Did you mean "${near}"?`
}
