import { posix } from "node:path"
import { type ChangeSet, lenientText, strictText } from "@proofloop/foundation/git"
import { isTestFile } from "@proofloop/foundation/paths"
import type { RepositoryFacts } from "../../../repository/facts.ts"
import type { Violation } from "../../verdict.ts"
import { type CommandLine, commandsOf, holdsCommands } from "./check_lines.ts"
import { isWorkflow, workflowSteps } from "./workflow_steps.ts"

/**
 * Test runs that a change takes out of its pipelines: the step or the file is gone, or never runs. Nothing is told where
 * another line runs the same, where the change adds tests, a script or an action, or where tests go with the step.
 */
export async function vanishedChecks(
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly Violation[]> {
  const touched = change.files.filter(({ path }) => isPipeline(path))
  const [before, after]: [PlacedLine[], PlacedLine[]] = [[], []]
  for (const { path, before: old, after: now } of touched) {
    before.push(...(await liveTests(path, strictText(old))))
    after.push(...(await liveTests(path, strictText(now))))
  }
  const gone = before.filter((line) => !isCovered(line, after))
  if (gone.length === 0 || takesTests(change) || (await addsRuns(change))) return []
  const paths = (await facts.paths()).filter(
    (path) => isPipeline(path) && !touched.some((one) => one.path === path),
  )
  for (const path of paths.slice(0, MOST_FILES))
    after.push(...(await liveTests(path, lenientText(await facts.read(path)))))
  const told = new Set<string>()
  return gone.flatMap((line) => {
    const key = `${line.path}\0${runnersOf(line).join(" ")}`
    if (isCovered(line, after) || told.has(key)) return []
    told.add(key)
    return [
      {
        path: line.path,
        line: line.line,
        side: "before" as const,
        rule: "check_gone",
        message: `the pipeline runs these tests no more, and nothing else in the change does: ${line.text.slice(0, 160)}`,
        evidence: line.text.slice(0, 200),
      },
    ]
  })
}

const MOST_FILES = 60

interface PlacedLine extends CommandLine {
  readonly path: string
}

function isPipeline(path: string): boolean {
  return isWorkflow(path) || PIPELINES.test(path)
}

const PIPELINES =
  /^(?:\.travis\.yml|\.gitlab-ci\.yml|\.?appveyor\.yml|azure-pipelines\.yml|\.circleci\/.{1,200}\.ya?ml)$/

/** The lines of a pipeline that run tests, without steps that never run. */
async function liveTests(path: string, text: string | null): Promise<readonly PlacedLine[]> {
  if (text === null) return []
  const lines = (await commandsOf(path, text)).filter(
    (line) => line.runs_tests && runnersOf(line).some((one) => one !== OTHER_ENVIRONMENT),
  )
  const steps = isWorkflow(path) && lines.length > 0 ? await workflowSteps(text) : []
  const off = steps.filter(({ is_off }) => is_off)
  return lines
    .filter(({ line }) => !off.some(({ from, to }) => from <= line && line <= to))
    .map((line) => ({ ...line, path }))
}

/** Runners of a line, without the manager that starts a task, its variant and the folder; of tox with its environment. */
function runnersOf({ check }: CommandLine): readonly string[] {
  return (check ?? "").split(" && ").map((one) => {
    const [program = ""] = one.split(/[ :.]/, 1)
    if (/^(?:tox|nox)$/.test(program) && /\s-[es]\b/.test(one))
      return TEST_ENVIRONMENT.test(one) ? one : OTHER_ENVIRONMENT
    return program.replace(/^(?:npm|pnpm|yarn|bun)-/, "").replace(/(?<=^(?:gradle|mvn))[wd](?=-)/, "")
  })
}

/** An environment of tox for a version, for tests, or one that a matrix chooses. */
const TEST_ENVIRONMENT = /\bpy\d|test|\$\{|matrix\./
/** One of tox for documents, linters and the like. */
const OTHER_ENVIRONMENT = "tox -e"

function isCovered(gone: PlacedLine, lines: readonly PlacedLine[]): boolean {
  const left = new Set(lines.flatMap(runnersOf))
  return [...left].some((one) => ALL_TESTS.test(one)) || runnersOf(gone).some((one) => left.has(one))
}

/** A task that may run the tests of any runner. */
const ALL_TESTS = /^(?:(?:make|just|task|rake|nx|turbo)-(?:tests?|check|ci)|tests?|tox|nox)$/

/** Tests or a package that go explain why they are run no more. */
function takesTests({ files }: ChangeSet): boolean {
  return files.some(
    ({ path, after }) => after === null && (isTestFile(path) || MANIFEST.test(posix.basename(path))),
  )
}

const MANIFEST =
  /^(?:package\.json|pyproject\.toml|setup\.py|tox\.ini|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Gemfile|Package\.swift|[\w.-]{1,100}\.(?:csproj|sln))$/

/** Whether a change adds tests, a script or an action to what runs commands. */
async function addsRuns({ files }: ChangeSet): Promise<boolean> {
  const sides = files.filter(({ path, after }) => after !== null && holdsCommands(path))
  const old = new Set<string>()
  for (const { path, before } of sides) for (const run of await runsIn(path, strictText(before))) old.add(run)
  for (const { path, after } of sides)
    if ((await runsIn(path, strictText(after))).some((run) => !old.has(run))) return true
  return false
}

async function runsIn(path: string, text: string | null): Promise<readonly string[]> {
  if (text === null) return []
  return (await commandsOf(path, text)).flatMap((line) => {
    const used = /^uses:\s{0,8}["']?([^\s"'@]{1,200})/.exec(line.text)?.[1]
    return [
      ...(used === undefined ? [] : [used]),
      ...runnersOf(line).filter((one) => line.runs_tests || ALL_TESTS.test(one)),
      ...(line.script === null ? [] : [line.script]),
    ]
  })
}
