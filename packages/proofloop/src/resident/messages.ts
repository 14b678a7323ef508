/** What a client sends, as a line of JSON. */
export interface ResidentCall {
  readonly argv: readonly string[]
  readonly cwd: string
  /** Without variables that may hold a secret. */
  readonly env: Readonly<Record<string, string>>
  /** For files that it writes. */
  readonly umask: number
  readonly stdout: Terminal
  readonly stderr: Terminal
}

export interface Terminal {
  readonly is_terminal: boolean
  readonly columns: number | null
}

/** The first line of an answer; without it a client judges for itself. Empty lines follow as long as it is at work. */
export const TAKEN = "taken"

/** Between two empty lines. */
export const BEAT_MS = 5000

/** The last line, as JSON. */
export interface ResidentAnswer {
  /** What was printed, in its order. */
  readonly printed: ReadonlyArray<readonly ["stdout" | "stderr", string]>
  readonly exit_code: number
}

/** Whether a variable stays with each process, so that whoever listens does not get it. A switch is no secret. */
export function mayBeSecret(name: string, value: string): boolean {
  return (
    (SECRET_NAME.test(name) && value.length > LONGEST_SWITCH) || /:\/\/[^/\s@]{0,1000}:[^/\s@]/.test(value)
  )
}

const SECRET_NAME = /pass|pwd|secret|token|key|auth|cred|cookie|session|sign|(?:^|_)pat(?:_|$)/i
const LONGEST_SWITCH = "false".length
