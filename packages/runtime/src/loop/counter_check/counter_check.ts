import { relative } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { ChangeSet, FileChange } from "@proofloop/foundation/git"
import { runCommand } from "@proofloop/foundation/process"
import { type CheckOutcome, readCheck } from "../../evidence/check_outcome.ts"
import { normaliseDiagnostic } from "../../evidence/normalise.ts"
import type { CounterCheck } from "../../protocol/verdict.ts"
import type { ReadLoopOptions, VerifyCommand } from "../options.ts"
import { checkedRoot, type RunFiles } from "../run_files.ts"
import { asBefore, isManifest, isMixed, type Sides } from "./manifest_sides.ts"
import { makeTreeCopy, type TreeCopy } from "./tree_copy.ts"

export interface CounterCheckOptions {
  readonly options: ReadLoopOptions
  readonly files: RunFiles
  /** Changed files that decide what the check means, new tests among them. */
  readonly deciding: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Where the check's own time is not known. */
const DEFAULT_MS = 120_000
const LEAST_MS = 10_000
const MOST_FILES = 20
/** No language takes this. */
const BROKEN = ")]}'\" proofloop breaks this file on purpose ('[{\n"

/**
 * Runs the check again in a copy of the work tree: with all but the product as the run found it, then with the product
 * as the run found it. Says what both mean together. The work tree stays as it is. Never rejects.
 * @requirement proof.counter-check
 */
export async function counterCheck(asked: CounterCheckOptions): Promise<CounterCheck> {
  const began = performance.now()
  const told = await tell(asked).catch((error: unknown) => cannotTell(thrownMessage(error)))
  return { ...told, duration_ms: Math.round(performance.now() - began) }
}

type Told = Omit<CounterCheck, "duration_ms">

function cannotTell(reason: string): Told {
  return { verdict: "cannot_tell", reason: reason.slice(0, 500) }
}

async function tell(asked: CounterCheckOptions): Promise<Told> {
  const { options, files } = asked
  const root = checkedRoot(options)
  const { verify_completion } = options
  const tree = files.start?.tree
  if (typeof verify_completion !== "object" || root === undefined)
    return cannotTell("the check is no command of the host")
  if (tree === undefined) return cannotTell("it is not known how the files were when the run began")
  const change = await changeSince(root, tree, files)
  if (typeof change === "string") return cannotTell(change)
  const kept = asked.deciding.find((path) => !change.files.some((file) => file.path === path))
  if (kept !== undefined) return cannotTell(`${kept} cannot be put back: git does not keep it`)
  const { product, others } = await sidesOf(change, asked)
  const copy = await makeTreeCopy(root)
  try {
    return await judge({ ...asked, copy, root, command: verify_completion, product, others })
  } finally {
    await copy.remove()
  }
}

/** The change of the run; a text says why it is not known. */
async function changeSince(root: string, tree: string, files: RunFiles): Promise<ChangeSet | string> {
  const { openCheckpoint } = await import("@proofloop/foundation/git")
  const [now, all] = [await files.changes(), await (await openCheckpoint(root, tree)).change()]
  if (now === null) return "it is not known how the files were when the run began"
  const changed = all.files.filter(({ path }) => now.changed.includes(path))
  const unread = now.changed.find((path) => !changed.some((file) => file.path === path))
  if (unread !== undefined) return `${unread} cannot be put back: git did not have it as it was`
  const dirty = changed.find(({ path, before }) => !files.wasAtStart(path, before))
  if (dirty !== undefined) return `${dirty.path} had changes that git did not have when the run began`
  return { files: changed }
}

async function sidesOf(
  { files }: ChangeSet,
  { options, deciding }: CounterCheckOptions,
): Promise<{ readonly product: readonly FileChange[]; readonly others: readonly FileChange[] }> {
  const { compileGlob } = await import("@proofloop/foundation/files")
  const { isTestPath } = await import("@proofloop/foundation/paths")
  const globs = options.product?.map((glob) => compileGlob(glob))
  const isProduct = (path: string): boolean =>
    globs === undefined ? !deciding.includes(path) : globs.some((matches) => matches(path))
  const sides: Sides = { product: [], others: [] }
  for (const file of files) {
    if (isMixed(file) && !isTestPath(file.path)) asBefore(file, sides)
    else (isProduct(file.path) ? sides.product : sides.others).push(file)
  }
  return sides
}

interface Judged extends CounterCheckOptions {
  readonly copy: TreeCopy
  readonly root: string
  readonly command: VerifyCommand
  readonly product: readonly FileChange[]
  readonly others: readonly FileChange[]
}

async function judge(asked: Judged): Promise<Told> {
  const { copy, product, others } = asked
  // A new file had nothing to say before.
  const earlier = others.filter(({ before }) => before !== null)
  const names = (earlier.length > 0 ? earlier : others).map(({ path }) => path).slice(0, MOST_FILES)
  const old_others = others.length === 0 ? null : await runWith(asked, others, "before")
  await copy.put(others, "after")
  const old_product = product.length === 0 ? null : await runWith(asked, product, "before")
  await copy.put(product, "after")
  const tried = [old_others, old_product].find(
    (outcome) => outcome?.status === "unable" || outcome?.status === "weak",
  )
  const is_only_added = others.every(({ before }) => before === null)
  // Without tests that came with the change, none may be left to run.
  if (
    tried !== undefined &&
    tried !== null &&
    !(tried === old_others && is_only_added && tried.status === "unable")
  )
    return cannotTell(
      `with ${tried === old_others ? "the other files" : "the product"} as before, the check ${tried.reason}`,
    )
  const others_pass = old_others === null || old_others.status === "pass" || old_others.status === "unable"
  if (old_product?.status === "fail") {
    if (others_pass) return { verdict: "stands_alone" }
    return isSubset(idsOf(old_others), idsOf(old_product))
      ? { verdict: "expectation_moved", files: names }
      : cannotTell("with the other files as before other tests fail than with the product as before")
  }
  if (!(await isRead(asked, others_pass ? null : old_others)))
    return cannotTell("the copy runs other files than its own: a broken product file changes nothing there")
  return others_pass ? { verdict: "not_tested" } : { verdict: "depends_on", files: names }
}

/**
 * Whether the check in the copy reads the copy's product. Once all of it is broken, the check fails. A weaker check
 * may read no product at all: then, with the others as before, it fails in another way than `old_others`.
 */
async function isRead(asked: Judged, old_others: CheckOutcome | null): Promise<boolean> {
  const { copy, others, product } = asked
  // All of them: a changelog among them is read by nothing.
  const planted = product
    .filter((file) => file.after?.includes(0) === false && !isManifest(file))
    .map((file) => ({ ...file, before: Buffer.concat([Buffer.from(BROKEN), file.after ?? Buffer.alloc(0)]) }))
  // With no product changed, the others alone are asked about, and they lie in the copy.
  if (planted.length === 0) return product.length === 0
  if ((await runWith(asked, planted, "before")).status !== "pass") return true
  if (old_others === null) return false
  await copy.put(others, "before")
  const now = await runWith(asked, planted, "before")
  return failuresOf(now) !== failuresOf(old_others)
}

function failuresOf({ parsed }: CheckOutcome): string {
  return (parsed?.diagnostics ?? []).map((diagnostic) => normaliseDiagnostic(diagnostic, {}).text).join("\n")
}

async function runWith(
  { copy, root, command: verifier, options, files, env, signal }: Judged,
  changes: readonly FileChange[],
  side: "before" | "after",
): Promise<CheckOutcome> {
  await copy.put(changes, side)
  const { command, cwd = root, timeout_ms, max_output_bytes } = verifier
  const inside = relative(root, cwd)
  if (inside.startsWith("..")) throw new Error("the check runs outside of the work tree")
  const here = (text: string): string => text.replaceAll(root, copy.root)
  const own_ms = files.checkMs()
  const most_ms = own_ms === undefined ? (timeout_ms ?? DEFAULT_MS) : Math.max(LEAST_MS, 2 * own_ms)
  const moved = Object.entries({ ...verifier.env, ...env }).map(([name, value]) => [name, here(value ?? "")])
  const [program, ...rest] = typeof command === "string" ? [] : command
  const line = program === undefined ? here(String(command)) : ([here(program), ...rest.map(here)] as const)
  const outcome = await runCommand({
    command: line,
    cwd: inside === "" ? copy.root : `${copy.root}/${inside}`,
    timeout_ms: most_ms,
    max_output_bytes,
    env: Object.fromEntries(moved),
    signal,
  })
  signal.throwIfAborted()
  if (outcome.timed_out)
    throw new Error(`it took more than ${Math.round(most_ms / 1000)} s, twice the check's own time`)
  return readCheck(outcome, { command: line, parsers: options.parsers })
}

/** Failing tests; null where the report names none. */
function idsOf(outcome: CheckOutcome | null): ReadonlySet<string> | null {
  const ids = outcome?.parsed?.diagnostics.flatMap(({ test_id }) => test_id ?? []) ?? []
  return ids.length === 0 ? null : new Set(ids)
}

function isSubset(part: ReadonlySet<string> | null, whole: ReadonlySet<string> | null): boolean {
  return part !== null && whole !== null && [...part].every((id) => whole.has(id))
}
