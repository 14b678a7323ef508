/** The command was called wrongly: exit code 2. */
export class Misuse extends Error {
  readonly code = "misuse"
  /** An unknown name, and the names it could have been. */
  readonly unknown: { readonly name: string; readonly known: readonly string[] } | null

  constructor(message: string, unknown: Misuse["unknown"] = null) {
    super(message)
    this.name = "Misuse"
    this.unknown = unknown
  }
}

/** Whether an error is one, of whichever copy of the class: a program of its own has another. */
export function isMisuse(error: unknown): error is Misuse {
  return error instanceof Error && error.name === "Misuse"
}

/** What the user is told, with the name that was probably meant. */
export async function describeMisuse({ message, unknown }: Misuse): Promise<string> {
  if (unknown === null) return message
  const { nearestName } = await import("@proofloop/foundation/errors")
  const near = nearestName(unknown.name, unknown.known)
  return near === null ? message : `${message}. Did you mean "${near}"?`
}
