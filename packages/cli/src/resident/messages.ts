/** What a client sends, as a line of JSON. */
export interface ResidentCall {
  readonly argv: readonly string[]
  readonly cwd: string
  /** Without variables that may hold a secret. */
  readonly env: Readonly<Record<string, string>>
  readonly stdout: Terminal
  readonly stderr: Terminal
}

export interface Terminal {
  readonly is_terminal: boolean
  readonly columns: number | null
}

/** The first line of an answer; without it a client judges for itself. */
export const TAKEN = "taken"

/** The second line, as JSON. */
export interface ResidentAnswer {
  /** What was printed, in its order. */
  readonly printed: ReadonlyArray<readonly ["stdout" | "stderr", string]>
  readonly exit_code: number
}

/** Variables with such a name stay with each process: whoever listens does not get them. */
export const MAY_BE_SECRET = /pass|pwd|secret|token|key|auth|cred|cookie|session/i
