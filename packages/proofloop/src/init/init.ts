import { chmod, mkdir } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { writeWholeFile } from "@proofloop/foundation/files"
import { cutCodePoints, lineDiff, oneLine, plural, redactSecrets } from "@proofloop/foundation/text"
import type { CheckVerdict } from "@proofloop/runtime"
import { verifyByCommand } from "@proofloop/runtime/internal"
import { parseOutput } from "@proofloop/runtime/internal/detector"
import { readIds } from "../arguments/ids.ts"
import type { Input } from "../arguments/verb.ts"
import { rootOf } from "../check/references.ts"
import { CONFIG_NAMES } from "../config_file/find_config.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { type Part, PARTS, type Plan, planFiles, type PlannedFile } from "./planned_files.ts"
import { ANYWHERE, type Project, readProject } from "./project.ts"

/** Finds out how a repository is built and tested, shows what it would write, and writes it after a yes. */
export async function initProject(input: Input, io: Io): Promise<number> {
  const root = await rootOf(input.text("repo") ?? ".", io.cwd)
  const parts = readParts(input)
  const project = await readProject(root)
  const plan = await planFiles(project, { parts, self: io.self ?? ANYWHERE })
  // What the configuration says already was tried when it was written.
  const is_new = plan.files.some(({ path }) => CONFIG_NAMES.includes(path))
  const { words: tests, is_stopped } = is_new ? await tryTests(project, input, io) : NOT_TRIED
  if (is_stopped) return EXIT_CODES.aborted
  const is_written =
    plan.files.length > 0 && (await isWanted(plan, input, io, () => tell(project, tests, plan, io)))
  if (is_written) for (const planned of plan.files) await write(root, planned)
  if (input.json) io.stdout.write(`${JSON.stringify({ project, tests, ...plan, written: is_written })}\n`)
  else tellEnd(project, plan, is_written, io)
  return is_written || plan.files.length === 0 || input.flag("dry-run")
    ? EXIT_CODES.clean
    : EXIT_CODES.findings
}

function readParts(input: Input): readonly Part[] {
  const named = readIds(input, "only")
  const unknown = named.find((name) => !PARTS.some((part) => part === name))
  if (unknown !== undefined) {
    throw new Misuse(`--only: expected some of ${PARTS.join(", ")}, got "${unknown}"`, {
      name: unknown,
      known: PARTS,
    })
  }
  return named.length === 0 ? PARTS : PARTS.filter((part) => named.includes(part))
}

interface Tried {
  /** How the tests ended, in a few words; null: they were not run. */
  readonly words: string | null
  readonly is_stopped: boolean
}

const NOT_TRIED: Tried = { words: null, is_stopped: false }

/** Runs the test command that was found, once. */
async function tryTests({ root, test_command }: Project, input: Input, io: Io): Promise<Tried> {
  if (test_command === null || input.flag("no-run")) return NOT_TRIED
  io.stderr.write(`Running ${test_command} once; --no-run leaves that out.\n`)
  let words: string | null = null
  let is_stopped = false
  await untilStopped(io, async (signal) => {
    const verdict = await verifyByCommand(
      { command: test_command, timeout_ms: TEST_LIMIT_MS, cwd: root },
      root,
      signal,
    )
    is_stopped = signal.aborted
    words = wordsOf(verdict, test_command)
  })
  return { words, is_stopped }
}

/** "pass, 12 tests", "fail: adds the tax: expected 119, got 100". */
function wordsOf(verdict: CheckVerdict, command: string): string {
  if (verdict.status === "unable") return `could not run: ${verdict.reason}`
  const { status, tests_run, output = "" } = verdict
  if (status === "pass") {
    return typeof tests_run === "number" ? `pass, ${plural(tests_run, "test")}` : "pass"
  }
  if (verdict.timed_out === true) return `fail: not done after ${TEST_LIMIT_MS / 1000} s`
  const [first] = parseOutput(output, command).parsed.diagnostics
  if (first === undefined) return `fail, exit code ${verdict.exit_code ?? "unknown"}`
  return `fail: ${[first.test_id, first.message].filter((text) => (text ?? "") !== "").join(": ")}`
}

const TEST_LIMIT_MS = 300_000

function tell(project: Project, tests: string | null, { files }: Plan, io: Io): void {
  const rows = [
    ...(project.root === io.cwd ? [] : [["repository", project.root]]),
    ["package manager", project.package_manager ?? "none found"],
    ["test command", testsText(project, tests)],
    ["CI", project.ci ?? "none found"],
    ["agents", project.agents.join(", ") || "none found"],
  ]
  io.stdout.write(`${table(rows, createStyle(io.stdout, io.env).width)}\n`)
  for (const { path, before, after, purpose } of files) {
    io.stdout.write(
      `${path} (${before === "" ? "new" : "changed"}): ${purpose}\n${redactSecrets(lineDiff(before, after))}\n`,
    )
  }
}

function testsText({ test_command, folder_tests }: Project, tests: string | null): string {
  if (test_command !== null) {
    return tests === null
      ? test_command
      : `${test_command} (${cutCodePoints(oneLine(redactSecrets(tests)), 200)})`
  }
  const commands = folder_tests.map(({ folder, command }) => `${folder}: ${command}`)
  return commands.length === 0
    ? 'none found; "verify" in the configuration names one'
    : `none tests all of it (${commands.join(", ")}); "verify" in the configuration names one`
}

async function isWanted({ files }: Plan, input: Input, io: Io, show: () => void): Promise<boolean> {
  if (!input.json) show()
  if (input.flag("dry-run")) return false
  if (input.flag("yes")) return true
  const answer = await io.ask(`Write ${plural(files.length, "file")}? [y/N] `)
  return answer !== null && /^y(?:es)?$/i.test(answer.trim())
}

async function write(root: string, { path, after, is_executable }: PlannedFile): Promise<void> {
  const file = resolve(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeWholeFile(file, after, { mode: 0o644 })
  if (is_executable) await chmod(file, 0o755)
}

function tellEnd(
  { agents, own_command }: Project,
  { files, left_out }: Plan,
  is_written: boolean,
  io: Io,
): void {
  const done =
    files.length === 0
      ? "Nothing to write: all of it is there."
      : is_written
        ? `Wrote ${plural(files.length, "file")}.`
        : "Nothing was written; --yes writes it."
  const start = own_command?.filter((word) => word !== "--no-install").join(" ") ?? "npx proofloop"
  const next = table(
    [
      [`${start} check`, "judges what you changed"],
      ...agents.map((agent) => [
        `${start} hook install ${agent} --project`,
        "tells the agent what stays broken",
      ]),
      [`${start} doctor`, "says what is missing for which part"],
    ],
    createStyle(io.stdout, io.env).width,
  )
  io.stdout.write(`${done}\n${left_out.map((reason) => `Left out: ${reason}\n`).join("")}\nNext\n${next}`)
}
