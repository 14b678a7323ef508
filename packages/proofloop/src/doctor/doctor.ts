import { git, listTree } from "@proofloop/foundation/git"
import { missingProgram } from "@proofloop/foundation/process"
import { sandboxMissing } from "@proofloop/foundation/sandbox"
import { hookDoctor } from "@proofloop/hooks/internal/install"
import { languagesOf } from "@proofloop/stdlib/internal/critics"
import type { Input } from "../arguments/verb.ts"
import { rootOf } from "../check/references.ts"
import { criticSwitches } from "../config/critic_entries.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { version } from "../console/version.ts"
import { homeOf, machineOf } from "../hook/host_argument.ts"
import { readProject } from "../init/project.ts"
import { askedModel } from "../run/job.ts"
import { readModelSettings, requireKey } from "../run/model_settings.ts"
import { readRoot } from "../run/work.ts"
import { createStyle } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"

/** One part of proofloop here: whether it can run, and what it lacks. */
interface Part {
  readonly part: string
  /** `missing` is needed here; `wrong` is set and cannot work; `optional` could be installed or set, and nothing here needs it. */
  readonly state: "ok" | "missing" | "wrong" | "optional" | "unused"
  readonly words: string
}

/** `doctor`: what is missing here for which part. */
export async function showDoctor(input: Input, io: Io): Promise<number> {
  readRoot(input, io)
  const parts = await examine(input, io)
  const style = createStyle(io.stdout, io.env)
  const rows = parts.map(({ part, state, words }) => [
    state === "ok"
      ? style.green(state)
      : state === "missing" || state === "wrong"
        ? style.red(state)
        : style.dim(state),
    part,
    words,
  ])
  io.stdout.write(input.json ? `${JSON.stringify({ parts })}\n` : table(rows, style.width))
  const can_check = parts.every(({ part, state }) => part !== "check" || state === "ok")
  return can_check ? EXIT_CODES.clean : EXIT_CODES.findings
}

async function examine(input: Input, io: Io): Promise<readonly Part[]> {
  const check = await checkPart(input, io)
  const root = check.root
  return [
    check.part,
    configPart(input),
    ...(root === null ? [] : [await testsPart(root, input), ...(await toolchainParts(root))]),
    runPart(input, io),
    await sandboxPart(),
    scannerPart("G21", "semgrep", input),
    scannerPart("G22", "trivy", input),
    pipelinePart(io),
    await hooksPart(io),
  ]
}

async function checkPart(
  input: Input,
  io: Io,
): Promise<{ readonly root: string | null; readonly part: Part }> {
  try {
    const root = await rootOf(input.text("repo") ?? ".", io.cwd)
    const head = await git(root, ["rev-parse", "--verify", "HEAD"])
    const words = head.exit_code === 0 ? root : `${root}, which has no commit yet: everything in it is new`
    return { root, part: { part: "check", state: "ok", words } }
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    return { root: null, part: { part: "check", state: "missing", words: error.message } }
  }
}

function configPart({ config }: Input): Part {
  const words = config.file ?? "none; npx proofloop init writes one"
  return { part: "configuration", state: config.file === null ? "unused" : "ok", words }
}

async function testsPart(root: string, { config }: Input): Promise<Part> {
  const given = config.at("verify")
  const { test_command } = await readProject(root)
  const command = typeof given === "string" ? given : test_command
  if (command === null) {
    return {
      part: "verification",
      state: "missing",
      words: 'no test command was found; name one: "verify" in the configuration',
    }
  }
  const missing = missingProgram(command, { cwd: root })
  if (missing === null) return { part: "verification", state: "ok", words: command }
  return { part: "verification", state: "missing", words: `${command}: there is no program ${missing.name}` }
}

/** The compilers that the critic `build` runs, for the languages of this repository. */
const TOOLCHAINS: Readonly<Record<string, string>> = {
  go: "go",
  rust: "cargo",
  java: "javac",
  python: "python3",
}

async function toolchainParts(root: string): Promise<readonly Part[]> {
  const languages = languagesOf(await listTree(root)).map(({ name }) => name.toLowerCase())
  return Object.entries(TOOLCHAINS)
    .filter(([language]) => languages.includes(language))
    .map(([language, program]) => programPart(`build (${language})`, program, "the critics build and G8"))
}

function programPart(part: string, program: string, what_for: string): Part {
  const is_missing = missingProgram(program, { cwd: "/" }) !== null
  return is_missing
    ? { part, state: "missing", words: `no program ${program}: ${what_for} cannot look` }
    : { part, state: "ok", words: program }
}

/** Scanners are off unless the configuration names them. */
function scannerPart(critic: string, program: string, { config }: Input): Part {
  const part = programPart(`${critic} (${program})`, program, `the critic ${critic}`)
  const named = Object.keys(config.critics).find((id) => id.toLowerCase() === critic.toLowerCase())
  const switches = criticSwitches(config)
  if (part.state === "ok" || (named !== undefined && switches[named] !== false)) return part
  return { ...part, state: "optional", words: `not installed; only the critic ${critic} needs it` }
}

function runPart(input: Input, io: Io): Part {
  try {
    const asked = askedModel(input)
    const { model, base_url } = readModelSettings(asked, io.env)
    requireKey(asked, io.env)
    return { part: "run", state: "ok", words: `${model} at ${base_url}` }
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    const words = error.message.split("\n")[0] ?? ""
    const count = MODEL_PLACES.filter((place) => isGiven(place, input, io)).length
    if (count === 0)
      return { part: "run", state: "optional", words: `for run, pipeline and verifiers: ${words}` }
    return { part: "run", state: count === 1 ? "missing" : "wrong", words }
  }
}

const MODEL_PLACES = [
  { option: "model", variable: "PROOFLOOP_MODEL", key: "model.name" },
  { option: "base-url", variable: "PROOFLOOP_BASE_URL", key: "model.base_url" },
] as const

function isGiven(
  { option, variable, key }: (typeof MODEL_PLACES)[number],
  input: Input,
  { env }: Io,
): boolean {
  return input.isArgument(option) || (env[variable] ?? "") !== "" || input.config.at(key) !== undefined
}

async function sandboxPart(): Promise<Part> {
  const part = "sandbox"
  const reason = await sandboxMissing()
  if (reason === null) return { part, state: "ok", words: "bubblewrap" }
  return {
    part,
    state: "missing",
    words: `pipeline, feedback and --sandbox do not begin without it: ${reason}`,
  }
}

function pipelinePart({ env }: Io): Part {
  return (env["GITHUB_TOKEN"] ?? "") === ""
    ? {
        part: "pipeline on GitHub",
        state: "optional",
        words: "GITHUB_TOKEN is not set; repositories on this machine need none",
      }
    : { part: "pipeline on GitHub", state: "ok", words: "GITHUB_TOKEN" }
}

async function hooksPart(io: Io): Promise<Part> {
  const { hosts } = await hookDoctor({ machine: machineOf(io), home: homeOf(io), version: version() })
  const installed = hosts.filter(({ state }) => state !== "not_installed").map(({ host }) => host)
  if (installed.length > 0) {
    return {
      part: "hooks",
      state: "ok",
      words: `${installed.join(", ")}; npx proofloop hook doctor says more`,
    }
  }
  const found = hosts.map(({ host }) => host)
  const words =
    found.length === 0 ? "no known agent on this machine" : `npx proofloop hook install ${found[0]}`
  return { part: "hooks", state: "unused", words }
}
