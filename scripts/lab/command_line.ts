import { parseArgs, type ParseArgsConfig } from "node:util"
import { nearestName, thrownMessage } from "@proofloop/foundation/errors"
import { Misuse } from "./figures/misuse.ts"

type Options = NonNullable<ParseArgsConfig["options"]>
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>["values"]

/**
 * Runs a command line; `main` resolves to the exit code. `--help` prints the usage. An option that is unknown and a Misuse
 * that `main` throws are told before the usage, with exit code 2.
 */
export async function commandLine<const Known extends Options>(
  usage: string,
  options: Known,
  main: (values: Values<Known>) => Promise<number>,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes("--help") || args.includes("-h")) return console.log(usage)
  try {
    process.exitCode = await main(readOptions(args, options))
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    console.error(`${error.message}\n\n${usage}`)
    process.exitCode = 2
  }
}

function readOptions<Known extends Options>(args: string[], options: Known): Values<Known> {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const message = thrownMessage(error)
    const written = /^Unknown option '(-[^']*)'/.exec(message)?.[1]
    if (written === undefined) throw new Misuse(message, { cause: error })
    const known = Object.keys(options).map((name) => `--${name}`)
    const near = nearestName(written, known)
    const hint = near === null ? `there are ${known.join(", ")}` : `did you mean ${near}?`
    throw new Misuse(`unknown option ${written}; ${hint}`, { cause: error })
  }
}

/** The number of an option. Throws Misuse unless it is whole and at least `least`. */
export function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value
  throw new Misuse(`${option}: expected a whole number of at least ${least}, got "${text}"`)
}
