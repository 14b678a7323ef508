import type { Io } from "../console/io.ts"

export interface OptionSpec {
  readonly type: "string" | "boolean"
  readonly multiple?: boolean
  readonly short?: string
  /** How help names the value. */
  readonly value?: string
  readonly choices?: readonly string[]
  readonly doc: string
}

/** One verb of the command. Its file loads nothing heavy before `run` is called. */
export interface Verb {
  /** One word, such as "check"; two for an action of a verb, such as "feedback add". */
  readonly name: string
  readonly summary: string
  /** Names of the positional arguments, `[NAME]` for one that may be left out, `NAME...` for any number. */
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, OptionSpec>>
  /** Printed at the end of the help. */
  readonly notes: string
  /** What the verb can do, each with options of its own; the verb itself is then never run. */
  readonly actions?: readonly Verb[]
  /** Resolves to the exit code; throws Misuse or InvalidOptionError for exit code 2. */
  run(input: Input, io: Io): Promise<number>
}

/** The arguments of one call, checked against the verb's options. */
export interface Input {
  /** Whether machine output alone goes to stdout. */
  readonly json: boolean
  readonly positionals: readonly string[]
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  flag(name: string): boolean
}
