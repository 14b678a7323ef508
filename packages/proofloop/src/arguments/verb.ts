import type { Config } from "../config/config.ts"
import type { Io } from "../console/io.ts"
import type { Accepted } from "./accepted.ts"

export interface OptionSpec {
  readonly type: "string" | "boolean"
  readonly multiple?: boolean
  readonly short?: string
  readonly value?: string
  readonly choices?: readonly string[]
  /** What each value has to be; anything else is misuse before the verb runs. */
  readonly accepted?: Accepted
  /** Keys of the configuration that give the value where no argument does, as in "model.base_url"; the first that is set counts. */
  readonly config?: readonly string[]
  readonly env?: string
  /** It gives away a right or a secret of the caller: the configuration of another's repository may not decide it. */
  readonly personal?: true
  readonly doc: string
}

/** One verb of the command. Its file loads nothing heavy before `run` is called. */
export interface Verb {
  /** One word, such as "check"; two for an action of a verb, such as "feedback add". */
  readonly name: string
  readonly summary: string
  /** Names of the positional arguments, `[NAME]` for one that may be left out, `NAME...` for any number. */
  readonly positionals: readonly string[]
  /** What the first positional can be, where that is a list. */
  readonly choices?: readonly string[]
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly notes: string
  /** The actions of the verb, each with its own options. */
  readonly actions?: readonly Verb[]
  /** With actions: it runs itself where its first argument is none of them. Default: an action has to be named. */
  readonly runs_itself?: true
  /** Whether it reads the configuration beyond what its options take from there. */
  readonly reads_config?: boolean
  /** Resolves to the exit code; throws Misuse or InvalidOptionError for exit code 2. */
  run(input: Input, io: Io, command: Command): Promise<number>
}

/** The whole command line, for a verb that runs others. */
export type Command = (argv: readonly string[], io: Io) => Promise<number>

export interface Input {
  /** "text", "json", or what else the verb can print. */
  readonly format: string
  readonly json: boolean
  readonly positionals: readonly string[]
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  flag(name: string): boolean
  /** Whether the value stands in the call, and not in the configuration. */
  isArgument(name: string): boolean
  /** Where the value is from, if not from the call: "/repo/proofloop.config.json: check.baseline"; null for an argument. */
  sourceOf(name: string): string | null
  /** The configuration; empty for a verb that does not read it. */
  readonly config: Config
  /** Notes what the call needs of this machine: a sandbox, a program. `need` rejects with Misuse where it is missing. */
  needs(need: () => void | Promise<void>): void
  /** The same of a key or another variable, which is asked for before. */
  needsVariable(need: () => void): void
  /** Asks the machine for all that was noted. Called when everything is read, so that what is wrong with the call is told first. */
  ready(): Promise<void>
}
