/** Where text goes. Writing never throws; once the reader has gone, text is dropped. */
export interface Output {
  write(text: string): void
  /** Whether a person may look at it. */
  readonly is_terminal: boolean
  /** Columns of the terminal, or those that `COLUMNS` asks for. Default: not known. */
  readonly columns: number | undefined
  isClosed(): boolean
}

export interface Io {
  readonly stdout: Output
  /** Where everything else goes: progress, errors, hints. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths start from, absolute. */
  readonly cwd: string
  /** The words that start this command again as a separate process. Default: impossible. */
  readonly self?: readonly string[] | undefined
  /** Asks the person at the terminal and resolves to the answer; null without a terminal. */
  ask(question: string): Promise<string | null>
  readInput(): Promise<string>
  /** Calls `stop` at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process. Returns a function that stops listening. */
  onStop(stop: () => void): () => void
}
