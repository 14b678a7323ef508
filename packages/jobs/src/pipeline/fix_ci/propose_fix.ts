import { realpath } from "node:fs/promises"
import { thrownMessage } from "@proofloop/foundation/errors"
import { containedRead, decodeText } from "@proofloop/foundation/files"
import { changeSet } from "@proofloop/foundation/git"
import { deniedEntry, denylistSummary } from "@proofloop/foundation/paths"
import { cutCodePoints, oneLine, redactSecrets } from "@proofloop/foundation/text"
import { PatchError } from "@proofloop/stdlib"
import type { Propose } from "@proofloop/stdlib/gate"
import { type EditHunk, editText, type Patch } from "@proofloop/stdlib/internal"
import { findForgedTests } from "@proofloop/stdlib/internal/critics"
import { filesBlock, listBlock } from "@proofloop/stdlib/internal/llm"
import * as z from "zod"
import { type Attempts, failuresBlock, isPersons, triesBlock, updateTry } from "./attempts.ts"
import { ask } from "./prompts.ts"
import { relevantFiles } from "./relevant_files.ts"

const text = z.string().max(1_000_000)
const fixReply = z.strictObject({
  diagnosis: z.string().trim().min(1).max(4000),
  subject: z.string().max(1000).default(""),
  edits: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(500),
        old_string: text,
        new_string: text,
        replace_all: z.boolean().default(false),
      }),
    )
    .max(100),
  needs: z
    .array(z.strictObject({ path: z.string().min(1).max(500), why: z.string().max(2000) }))
    .max(20)
    .default([]),
})

type FixReply = z.output<typeof fixReply>

/** Asks the fixer, with every objection so far. Waits for a try whose turn has not come. Feeds an unfit edit back. */
export function proposeFix(attempts: Attempts): Propose {
  const { root, fixer, limits, clock, tries, emit } = attempts
  return async ({ attempt, feedback, rejected_by, signal }) => {
    if (attempt > 1) {
      updateTry(attempts, { rejected_by, reason: redactSecrets(feedback ?? "") })
      await clock.sleep(limits.back_off_ms * 2 ** (attempt - 2), signal)
    }
    tries.push({ number: attempt, diagnosis: "", files: [], rejected_by: null, reason: null })
    emit({ type: "ci.watch.fix.attempt", number: attempt })
    const values = await promptValues(attempts)
    const { prompt_dir } = attempts
    const reply = await ask(fixer, "fix_ci", values, { schema: fixReply, signal, prompt_dir, on_event: emit })
    const diagnosis = redactSecrets(reply.diagnosis)
    const files = [...new Set(reply.edits.map(({ path }) => path))]
    updateTry(attempts, { diagnosis, files })
    noteNeeds(attempts, reply)
    if (reply.edits.length === 0) giveUp(attempts, reply)
    const patches = await patchesOf(await realpath(root), reply.edits)
    const subject = cutCodePoints(oneLine(redactSecrets(reply.subject)), 72)
    return { patches, commit_message: attempts.commit_message(subject === "" ? SUBJECT : subject) }
  }
}

const SUBJECT = "fix: what CI found"

async function promptValues({ root, jobs, changed_files, tries }: Attempts): Promise<Record<string, string>> {
  const { paths, places, all } = await relevantFiles(root, jobs, changed_files)
  return {
    failures: failuresBlock(jobs),
    files: await filesBlock(root, paths, places),
    tree: treeBlock(all),
    tries: triesBlock(tries),
    denied: denylistSummary(),
  }
}

const MAX_TREE = 300

function treeBlock(all: readonly string[]): string {
  const left = all.length - MAX_TREE
  return listBlock([...all.slice(0, MAX_TREE), ...(left > 0 ? [`(+${left} more)`] : [])])
}

/** What only a person may change, by the fixer's statement or by its edits. */
function noteNeeds(
  { needs, allowed_manifests }: Attempts,
  { edits, needs: told, diagnosis }: FixReply,
): void {
  const tried = edits.map(({ path }) => ({ path, why: diagnosis }))
  for (const { path, why } of [...told, ...tried]) {
    if (!isPersons(path, allowed_manifests) || needs.some((need) => need.path === path)) continue
    needs.push({ path, why: cutCodePoints(oneLine(redactSecrets(why)), 500) })
  }
}

function giveUp(attempts: Attempts, { needs, diagnosis }: FixReply): never {
  const ours = needs.find(({ path }) => !isPersons(path, attempts.allowed_manifests))
  if (ours !== undefined) throw unusable(ours.path, `${ours.path} is yours to change: send the edit`)
  attempts.given_up = cutCodePoints(oneLine(redactSecrets(diagnosis)), 1000)
  throw new Error("the fixer has nothing to change")
}

/** Whole files, as the patcher needs them. A denied file is passed on unread, and the patcher refuses it. */
async function patchesOf(root: string, edits: readonly EditHunk[]): Promise<readonly Patch[]> {
  const before = new Map<string, Buffer | null>()
  const after = new Map<string, string>()
  for (const [index, edit] of edits.entries()) {
    const { path, new_string } = edit
    if (deniedEntry(path) !== null) {
      after.set(path, new_string)
      continue
    }
    const where = `edit ${index + 1} of ${edits.length}, ${path}`
    if (!before.has(path)) before.set(path, await readFile(root, path, where))
    const result = editText(edit, after.get(path) ?? textOf(before.get(path) ?? null, path, where))
    if ("refused" in result) throw unusable(path, `${where}: ${result.refused}`)
    after.set(path, result.text)
  }
  await refuseForgedTests(before, after)
  return [...after].map(([path, content]) => ({ action: "modify", path, content }))
}

async function readFile(root: string, path: string, where: string): Promise<Buffer | null> {
  const content = await containedRead(root, path)
  if (typeof content === "string") throw unusable(path, `${where}: it is too long, or cannot be read`)
  return content
}

function textOf(content: Buffer | null, path: string, where: string): string | null {
  if (content === null) return null
  try {
    return decodeText(content, path)
  } catch (error) {
    throw unusable(path, `${where}: ${thrownMessage(error)}`)
  }
}

/** Removing a test to make CI green is not a fix. */
async function refuseForgedTests(
  before: ReadonlyMap<string, Buffer | null>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  const changes = [...before].map(([path, old]) => {
    return { path, before: old, after: Buffer.from(after.get(path) ?? "") }
  })
  const [forged] = await findForgedTests(changeSet(changes))
  if (forged !== undefined) throw unusable(forged.path, `${forged.path}: ${forged.message}`)
}

/** Worth another try. */
function unusable(path: string, message: string): PatchError {
  return new PatchError("invalid_content", path, redactSecrets(message))
}
