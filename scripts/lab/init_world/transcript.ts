import { cleanEnvironment, run } from "../../child.mjs"

/** What a shell was told and what it said, as a person would copy it. */
export class Transcript {
  readonly #root: string
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #lines: string[] = []

  constructor(root: string, environment: Readonly<Record<string, string>>) {
    this.#root = root
    this.#environment = { ...cleanEnvironment(), ...environment }
  }

  /** Runs a line of shell in the repository. */
  async run(command: string): Promise<Ran> {
    const started = performance.now()
    const { code, output } = await run("bash", ["-c", command], {
      cwd: this.#root,
      env: this.#environment,
      timeout: 600_000,
    })
    const seconds = (performance.now() - started) / 1000
    this.#lines.push(`$ ${command}`, output.trimEnd(), `(exit code ${code}, ${seconds.toFixed(1)} s)`, "")
    return { code, output, seconds }
  }

  note(text: string): void {
    this.#lines.push(`# ${text}`)
  }

  get text(): string {
    return this.#lines.join("\n")
  }
}

export interface Ran {
  readonly code: number
  readonly output: string
  readonly seconds: number
}
