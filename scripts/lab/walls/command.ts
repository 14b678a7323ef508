import { existsSync } from "node:fs"
import { join } from "node:path"
import { Misuse } from "../figures/misuse.ts"
import { runProofloop } from "../proofloop_process.ts"

/** A checkout whose command is tried. */
export interface Command {
  readonly checkout: string
  /** Whether its command has this option of `feedback process`, such as "--setup". */
  readonly has: (option: string) => boolean
}

/** Reads from its help what a checkout's command can do. Throws Misuse for a folder without one, or that is not installed. */
export async function commandOf(checkout: string): Promise<Command> {
  if (!existsSync(join(checkout, "packages/proofloop/bin.mjs")))
    throw new Misuse(`--before: no checkout of proofloop in ${checkout}`)
  const { ended, output } = await runProofloop(["feedback", "process", "--help"], { checkout, env: {} })
  if (ended !== 0) throw new Misuse(`--before: its command does not start: ${output.slice(0, 1000)}`)
  return { checkout, has: (option) => output.includes(`  ${option} `) }
}
