import {
  type ParsedDiagnostic,
  type ReadOutput,
  isReportParser,
  normaliseText,
} from "@proofloop/runtime/internal/detector"

export interface TestFailure {
  /** Relative to the root; empty when the runner does not say. */
  readonly path: string
  readonly message: string
}

/** Facts of a run beside the names. Kept apart, so that the names are a plain set, which a host may bring as well. */
interface RunDetails {
  readonly failures: ReadonlyMap<string, TestFailure>
  readonly passed: ReadonlySet<string>
}

const details = new WeakMap<ReadonlySet<string>, RunDetails>()

/** Names of failing tests, and paths of files that could not be loaded. The n-th failure of one name is "name (n)". */
export function failingTests(
  failures: ReadonlyMap<string, TestFailure>,
  passed: readonly string[] = [],
): ReadonlySet<string> {
  const names = new Set(failures.keys())
  details.set(names, { failures, passed: new Set(passed.filter((name) => !names.has(name))) })
  return names
}

export function failureOf(failing: ReadonlySet<string>, name: string): TestFailure | undefined {
  return details.get(failing)?.failures.get(name)
}

/** Names of the tests that passed in the same run; empty where the runner does not list them. */
export function passedBeside(failing: ReadonlySet<string>): ReadonlySet<string> {
  return details.get(failing)?.passed ?? new Set()
}

/** Reads a failing run. A failure that no parser can name gets a sentinel that is the same for the same failure. */
export function readFailingTests(
  { parsed, parser }: ReadOutput,
  output: string,
  root: string,
): ReadonlySet<string> {
  const failures = new Map<string, TestFailure>()
  for (const diagnostic of isReportParser(parser) ? parsed.diagnostics : []) {
    const path = relativeTo(root, diagnostic.location?.path ?? "")
    const name = nameOf(diagnostic, path, parser, root)
    if (name !== "" && (diagnostic.kind !== "environment" || diagnostic.test_id !== undefined))
      failures.set(countedName(failures, name), { path, message: diagnostic.message })
  }
  if (failures.size === 0) failures.set(sentinel(output, root), { path: "", message: lastLine(output) })
  return failingTests(
    failures,
    (parsed.ran_test_ids ?? []).map((id) => relativeTo(root, id)),
  )
}

/** Whether the runner named no failing test. */
export function isUnnamed(failing: ReadonlySet<string>): boolean {
  return failing.size > 0 && [...failing].every((name) => name.startsWith(SENTINEL))
}

/** The file a test's name begins with, or null: "tests/test_a.py::test_b", "src/a.test.ts > suite > name". */
export function fileOfTest(name: string): string | null {
  const file = name.split("::", 1)[0]?.split(" > ", 1)[0] ?? ""
  return file.length < name.length && /\.\w{1,8}$/.test(file) ? file : null
}

const MAX_NAME = 500
const SENTINEL = "<unparsed-failure>: "

function nameOf({ test_id }: ParsedDiagnostic, path: string, parser: string, root: string): string {
  const name = test_id === undefined ? path : relativeTo(root, test_id)
  // node:test alone names tests without their file, but it says where each is declared.
  const bare = parser === "node_test" && path !== "" && name !== path && fileOfTest(name) === null
  return (bare ? `${path} > ${name}` : name).slice(0, MAX_NAME)
}

function countedName(taken: ReadonlyMap<string, unknown>, name: string): string {
  let counted = name
  for (let count = 2; taken.has(counted); count += 1) counted = `${name} (${count})`
  return counted
}

/** A path as a tool prints it, relative to the root if it lies below. */
export function relativeTo(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^\.\//, "")
}

function sentinel(output: string, root: string): string {
  const text = normaliseText(output.slice(-4000), { workspace_root: root }).trim()
  return `${SENTINEL}${text.slice(-200).trim().slice(0, 120)}`
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.slice(0, 300) ?? ""
}
