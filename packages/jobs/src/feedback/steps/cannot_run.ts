import { posix } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import {
  isDeclared,
  type Lack,
  lackOf,
  missingModule,
  type ParsedDiagnostic,
} from "@proofloop/runtime/internal/detector"
import type { CheckOutcome } from "@proofloop/runtime/internal/evidence"
import type { RegressionTest } from "../feedback.ts"

export interface TestPlace {
  readonly root: string
  readonly test: Pick<RegressionTest, "path" | "command">
  readonly timeout_ms: number
  /** The packages that the project's manifests declare; a missing one of them was not installed. Default none. */
  readonly declared?: readonly string[] | undefined
  /** The text of the test, where its tree could not be set up: a missing module it does not name was not installed. */
  readonly text_without_setup?: string | undefined
}

/**
 * Why a command could run no test here, in a sentence that names the command and the option that helps. Gives null
 * when the environment is not known to be at fault. An undeclared package that the test imports, or a server it
 * lacks, is the test's fault.
 * @requirement self-correction.differential
 */
export function cannotRun(check: CheckOutcome, place: TestPlace): string | null {
  const { command } = place.test
  if (check.status === "fail" && check.timed_out) {
    const seconds = Math.ceil(place.timeout_ms / 1000)
    return `${command} did not end within ${seconds} s; ${SLOW}`
  }
  const why = startReason(check) ?? lackReason(check, place)
  return why === null ? null : `${command} cannot run here: ${cutCodePoints(oneLine(why), 300)}; ${MISSING}`
}

/** Why a run with exit code 0 and no test is not the test's fault; null: it is. */
export function unknownReport({ test: { command } }: TestPlace): string | null {
  return BARE_PROGRAM.test(command)
    ? null
    : `what ${command} prints does not tell that a test ran; ${UNKNOWN}`
}

const MISSING =
  "--setup names the command that installs what a tree needs, --test-command another way to run one test file"
const SLOW = "--test-timeout gives it longer, --test-command names a faster way to run one test file"
const UNKNOWN = "--test-command names a command whose report is known, such as that of vitest or pytest"
/** It runs a file with or without tests in it. */
const BARE_PROGRAM =
  /(?:^|&& )(?:npx --no-install )?(?:\S{0,200}\/)?(?:node|tsx|python[\d.]{0,8}|uvu|tape)(?:\s|$)/

function startReason(check: CheckOutcome): string | null {
  if (check.status !== "unable" || check.cause !== "not_started") return null
  const { exit_code, output = "" } = check
  if (exit_code === undefined) return `it ${check.reason}`
  return `${exit_code === 126 ? "it may not be executed" : "it is not installed"}: ${lackingLine(output)}`
}

/** Only a run without any test lacks something; what a running test misses is the test's own matter. */
function lackReason({ exit_code, output = "", parsed }: CheckOutcome, place: TestPlace): string | null {
  if (parsed === undefined || (exit_code ?? 0) === 0) return null
  const { diagnostics, tests_run } = parsed
  if (tests_run !== 0 && diagnostics.some(({ test_id }) => test_id !== undefined)) return null
  const missing = diagnostics.find((diagnostic) => isNotInstalled(diagnostic, place))
  if (missing !== undefined) return missing.message
  const text = stripVTControlCharacters(output.slice(-MAX_READ))
  const lack = lackOf(text)
  if (lack !== null && INSTALLED.has(lack)) return lackingLine(text)
  const lines = text.split("\n")
  const places = lines.flatMap(placesIn)
  if (places.some(isOfCode) || diagnostics.some(({ location }) => isOfCode(location?.path ?? "/")))
    return null
  if (lack !== null) return lackingLine(text)
  const stated = diagnostics.find(({ kind }) => kind === "environment")
  const said = stated?.message ?? lines.find((line) => USAGE.test(line))
  if (said !== undefined) return said
  // A runner that breaks by itself was made for another version of its runtime.
  return places.length > 0 && places.every(isOutside) ? (diagnostics[0]?.message ?? null) : null
}

const MAX_READ = 16_384

/** Things a test cannot do without, wherever the message stands. */
const INSTALLED: ReadonlySet<Lack> = new Set<Lack>(["dependency", "version", "browser"])

/** A missing module that the project declares, or that a package, a runner or a configuration asks for. */
function isNotInstalled(
  { message, location }: ParsedDiagnostic,
  { test, declared = [], text_without_setup }: TestPlace,
): boolean {
  const module = missingModule(message.slice(0, 8192))
  if (module === null) return false
  if (text_without_setup !== undefined && !text_without_setup.includes(module)) return true
  if (isDeclared(module, declared)) return true
  const [, ...groups] = ASKED_BY.exec(message) ?? []
  const asker = groups.find((group) => group !== undefined) ?? location?.path ?? ""
  return isOutside(asker) || CONFIGURATION.test(posix.basename(asker)) || test.command.includes(` ${module} `)
}

const ASKED_BY = / imported from (\S{0,1024})|\nRequire stack:\n- (\S{1,1024})|' from '([^'\n]{1,1024})'/
const CONFIGURATION =
  /^(?:conftest|setup|noxfile|__main__)\.py$|\.config\.[cm]?[jt]s$|^\.\w{1,32}rc(?:\.\w{1,5})?$|^(?:jest|vitest)\.setup\./

/** Whether a path is outside of the tree, whose paths are relative. */
function isOutside(path: string): boolean {
  return /^(?:node:|\/|[A-Za-z]:\\)|(?:^|\/)(?:node_modules|site-packages|dist-packages)\//.test(path)
}

/** The files in a line of a stack or of a compiler. */
function placesIn(line: string): readonly string[] {
  const [, python] = /^\s{0,16}File "([^"\n]{1,1024})", line \d/.exec(line) ?? []
  if (python !== undefined) return [python]
  const words = line.slice(0, 2000).split(/[\s('"[]/)
  return words.map((word) => word.replace(/^file:\/\//, "")).filter((word) => PLACE.test(word))
}

/** Whether a path is code of the tree. What such code lacks, such as a server, is its own or the test's matter. */
function isOfCode(path: string): boolean {
  return !isOutside(path) && !CONFIGURATION.test(posix.basename(path.replace(/:\d.{0,20}$/, "")))
}

const PLACE = /^(?:node:\S{1,200}|[^\s:]{1,1024}\.(?:[cm]?[jt]sx?|py|go|rs|java|kt)):\d{1,7}/

function lackingLine(text: string): string {
  const lines = text.split("\n")
  return lines.find((line) => lackOf(line) !== null) ?? lines.find((line) => line.trim() !== "") ?? ""
}

/** A runner's message about its own options or configuration, before any test. */
const USAGE =
  /\b(?:unrecognized arguments|[Uu]nknown (?:option|argument|reporter)|[Ii]nvalid option|[Ff]ailed to load config|no test target named|no such command|Validation Error)\b/
