import { errorCode, isInvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { readsConfig } from "./arguments/config_keys.ts"
import { commandHelp, verbHelp } from "./arguments/help.ts"
import { inSource } from "./arguments/in_source.ts"
import { parseInput } from "./arguments/parse.ts"
import type { Verb } from "./arguments/verb.ts"
import { withConfig } from "./arguments/with_config.ts"
import { openConfig } from "./config_file/open_config.ts"
import { EXIT_CODES } from "./console/exit_code.ts"
import type { Io, Output } from "./console/io.ts"
import { describeMisuse, isMisuse, Misuse } from "./console/misuse.ts"
import { version } from "./console/version.ts"
import { wrapText } from "./console/wrap.ts"
import { groups, MOVED, verbs } from "./verbs.ts"

/** Runs the command line and resolves to its exit code. */
export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const stderr = wrapped(io.stderr)
  try {
    return await dispatch(argv, { ...io, stderr })
  } catch (error) {
    const told = await misuseText(error)
    stderr.write(`proofloop: ${told ?? (await troubleText(error))}\n`)
    return told === null ? EXIT_CODES.escalate : EXIT_CODES.misuse
  }
}

/** What people read breaks between words. */
function wrapped(output: Output): Output {
  return { ...output, write: (text) => output.write(wrapText(text, output.columns)) }
}

async function dispatch([first, ...rest]: readonly string[], io: Io): Promise<number> {
  if (first === undefined) {
    io.stderr.write(commandHelp(groups, io.stderr.columns))
    return EXIT_CODES.misuse
  }
  if (first === "--version" || first === "-v" || first === "-V") return showVersion(io)
  if (first === "--help" || first === "-h") {
    io.stdout.write(commandHelp(groups, io.stdout.columns))
    return EXIT_CODES.clean
  }
  const verb = verbs.find(({ name }) => name === first)
  if (verb === undefined) {
    const now = MOVED[first]
    if (now !== undefined) throw new Misuse(`${first} is now: proofloop ${now}`)
    const what = first.startsWith("-") ? "option" : "verb"
    const options = ["--help", "--version"]
    const known = what === "option" ? options : [...verbs.map(({ name }) => name), ...options]
    throw new Misuse(`unknown ${what} ${first}; proofloop --help lists them`, { name: first, known })
  }
  if (verb.actions !== undefined) return dispatchAction(verb, verb.actions, rest, io)
  return runVerb(verb, rest, io)
}

async function dispatchAction(
  verb: Verb,
  actions: readonly Verb[],
  argv: readonly string[],
  io: Io,
): Promise<number> {
  const [first, ...rest] = argv
  const name = `${verb.name} ${first}`
  const action = actions.find((one) => one.name === name)
  if (action !== undefined) return runVerb(action, rest, io)
  if (verb.runs_itself === true) return runVerb(verb, argv, io)
  if (first === "--help" || first === "-h") {
    io.stdout.write(verbHelp(verb, io.stdout.columns))
    return EXIT_CODES.clean
  }
  if (first === "--version" || first === "-v") return showVersion(io)
  if (first === undefined) {
    io.stderr.write(verbHelp(verb, io.stderr.columns))
    return EXIT_CODES.misuse
  }
  const known = actions.map((one) => one.name)
  throw new Misuse(`unknown action ${name}; it can be ${known.join(", ")}`, { name, known })
}

async function runVerb(verb: Verb, argv: readonly string[], io: Io): Promise<number> {
  const end = argv.indexOf("--")
  const options = end === -1 ? argv : argv.slice(0, end)
  if (options.includes("--help") || options.includes("-h")) {
    io.stdout.write(verbHelp(verb, io.stdout.columns))
    return EXIT_CODES.clean
  }
  if (options.includes("--version") || options.includes("-v")) return showVersion(io)
  const input = parseInput(verb, argv)
  if (!readsConfig(verb)) return verb.run(input, io, runCommand)
  const config = await openConfig(input, verbs, io)
  const completed = withConfig(input, verb, config, io.env)
  return inSource(completed, () => verb.run(completed, io, runCommand))
}

function showVersion({ stdout }: Io): number {
  stdout.write(`${version()}\n`)
  return EXIT_CODES.clean
}

async function misuseText(error: unknown): Promise<string | null> {
  if (isMisuse(error)) return describeMisuse(error)
  return isInvalidOptionError(error) ? error.message : null
}

/** Reports a refusal of the machine (full disk, no git) in one line; any other error is ours, and its stack helps. */
async function troubleText(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return thrownMessage(error)
  const is_from_outside = "syscall" in error || errorCode(error) === "git_error"
  return is_from_outside
    ? outsideText(error)
    : `a defect in proofloop itself: ${error.stack ?? error.message}`
}

/** A refusal of the file system names the path first. */
async function outsideText(error: Error): Promise<string> {
  const { fileErrorReason } = await import("@proofloop/foundation/files")
  const path = "path" in error && typeof error.path === "string" ? `${error.path}: ` : ""
  return `${path}${fileErrorReason(error)}`
}
