import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import type { GoTests } from "./tests.ts"

export interface GoPanic {
  readonly message: string
  readonly is_timeout: boolean
  /** Tests it belongs to; none if nothing tells. */
  readonly names: readonly string[]
  readonly location: DiagnosticLocation | undefined
}

const TIMEOUT = /^panic: (test timed out after \S{1,64})/
const RUNNING = /^\t\t(\S{1,512}) \(\S{1,32}\)$/
const TEST_FRAME = /\.((?:Test|Example|Fuzz|Benchmark)\w{0,256})(?:\.func\d{1,5}(?:\.\d{1,5}){0,5}){0,8}\(/
const PLACE = /^\t(\S{1,1024}\.go):(\d{1,7})(?: |$)/
const OF_GO = /\/src\/(?:testing|runtime|time|sync|internal|os|net|reflect)\/|\/usr\/lib\/go|_testmain\.go/
const END_OF_MESSAGE = /^(?:\[signal |goroutine \d|\tpanic: |\s*$)/

/** Reads the panic of a package; null if there is none. */
export function readPanic({ panic, above_panic, tests }: GoTests): GoPanic | null {
  const [first] = panic
  if (first === undefined) return null
  const timed_out = TIMEOUT.exec(first)?.[1]
  return {
    message: timed_out ?? readMessage(panic),
    is_timeout: timed_out !== undefined,
    names: timed_out === undefined && above_panic !== undefined ? [above_panic] : namesOf(panic, tests),
    location: timed_out === undefined ? readLocation(panic) : undefined,
  }
}

/** The first panic alone: those it led to repeat it. */
function readMessage(panic: readonly string[]): string {
  const below = panic.slice(1)
  const end = below.findIndex((line) => END_OF_MESSAGE.test(line))
  return [panic[0] ?? "", ...below.slice(0, end === -1 ? 20 : Math.min(end, 20))]
    .join("\n")
    .replace(/ \[recovered(?:, repanicked)?\]$/, "")
}

/** The tests that were running: by Go's own list, else by their lines, else by the stacks. */
function namesOf(panic: readonly string[], tests: GoTests["tests"]): readonly string[] {
  const listed = panic.flatMap((line) => RUNNING.exec(line)?.[1] ?? [])
  if (listed.length > 0) return leaves(listed)
  const open = [...tests.values()].filter(({ started, outcome }) => started && outcome === null)
  if (open.length > 0) return leaves(open.map(({ name }) => name))
  return [...new Set(panic.flatMap((line) => TEST_FRAME.exec(line)?.[1] ?? []))]
}

/** A test that waits for its subtests is not the one that hangs. */
function leaves(names: readonly string[]): readonly string[] {
  const parents = new Set(names.flatMap((name) => parentsOf(name)))
  return names.filter((name) => !parents.has(name))
}

/** "A" and "A/b" of "A/b/c". */
export function parentsOf(name: string): readonly string[] {
  const parents: string[] = []
  for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1)) {
    parents.push(name.slice(0, end))
  }
  return parents
}

function readLocation(panic: readonly string[]): DiagnosticLocation | undefined {
  for (const line of panic) {
    const [, path, row] = PLACE.exec(line) ?? []
    if (path !== undefined && !OF_GO.test(path)) return { path, line: Number(row) }
  }
  return undefined
}
