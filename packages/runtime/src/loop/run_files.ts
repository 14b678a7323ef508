import { createHash } from "node:crypto"
import { realpathSync } from "node:fs"
import { relative, resolve } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import type {
  FileDigests,
  ReadFiles,
  WorkFiles,
  WorkFilesStart,
  WorkReading,
} from "@proofloop/foundation/git"
import { isRecord, sha256Hex } from "@proofloop/foundation/text"
import { readField } from "../evidence/read_field.ts"
import type { ToolAnnotations } from "../protocol/tool.ts"
import { OBSERVATION_KINDS } from "../stall/settled_role.ts"
import { type CheckReports, createCheckReports } from "./deciding/check_reports.ts"
import type { ReadLoopOptions, Journal } from "./options.ts"
import type { ToolBox } from "./tool_box.ts"

export interface RunFiles {
  /** For a resume; undefined when there is nothing to keep. */
  readonly start: WorkFilesStart | undefined
  /** The files as they were when the run began, for a resume; undefined where that is not known, or they are too many. */
  readonly begun: FileDigests | undefined
  /** null: no work tree is known, or nothing in the run can prove the work. Never rejects. */
  read(signal?: AbortSignal): Promise<WorkReading | null>
  /** How many readings found that somebody had written to the files since the one before. */
  writes(): number
  /** What differs now from when the run began; null where that is not known. */
  changes(): Promise<RunChanges | null>
  /** Whether git tracked it when the run began, or a tool said that it wrote it. */
  isWork(path: string): boolean
  /** The text that git had of a file when the run began; null where it had none. */
  textBefore(path: string): Promise<string | null>
  /** Whether a file had this content when the run began. */
  wasAtStart(path: string, content: Uint8Array | null): boolean
  /** What reports of checks name so far. */
  readonly reports: CheckReports
  /** A check begins now, has passed, or has failed. */
  noteCheck(what: "begins" | "passed" | "failed"): void
  /** How long the last check took that passed, in milliseconds; undefined where none ran in this process. */
  checkMs(): number | undefined
  /** What git ignores and somebody wrote to after the last failure, before the last check began; undefined where unknown. */
  ignoredWrites(): Promise<readonly string[] | undefined>
  /** Files that a check itself writes each time it runs. */
  noteProducts(paths: readonly string[]): void
  products(): readonly string[]
  /** Files that tools say they wrote count, even when git ignores them. */
  noteWritten(results: readonly unknown[]): void
  close(): Promise<void>
}

export interface RunChanges {
  readonly changed: readonly string[]
  readonly added: readonly string[]
  /** All files of then and now. */
  readonly paths: readonly string[]
  /** Those that are links. */
  readonly links: readonly string[]
}

/** More are not kept for a resume. */
const MOST_KEPT = 20_000

export interface RunFilesOptions {
  readonly options: ReadLoopOptions
  readonly box: ToolBox
  readonly journal: Journal | null
  /** From the journal when the run is resumed; null for a new run. */
  readonly past: {
    readonly start?: WorkFilesStart | undefined
    readonly begun?: FileDigests | undefined
  } | null
}

export function checkedRoot({ workspace_root, verify_completion }: ReadLoopOptions): string | undefined {
  return workspace_root ?? (typeof verify_completion === "object" ? verify_completion.cwd : undefined)
}

/** Whether a run has files to read: a work tree is known, and something may prove the work. */
export function knowsFiles(options: ReadLoopOptions): boolean {
  return checkedRoot(options) !== undefined && mayProve(options)
}

/** Whether anything in a run may check the work: its verification, or a tool that does more than look. */
export function mayProve({ verify_completion, tools }: ReadLoopOptions): boolean {
  return (
    verify_completion !== undefined ||
    tools.some(({ annotations }) => typeof annotations !== "object" || !onlyLooks(annotations))
  )
}

/** Whether a call with these annotations neither writes nor checks. */
export function onlyLooks({ read_only, kind = "", evidence_role }: ToolAnnotations): boolean {
  return evidence_role !== "verification" && (read_only === true || OBSERVATION_KINDS.has(kind))
}

/** Opens the files of a run. A work tree that cannot be read now is tried again when it is read. Never rejects. */
export async function openRunFiles(given: RunFilesOptions): Promise<RunFiles> {
  const { options, box, past } = given
  const root = checkedRoot(options)
  if (root === undefined || !mayProve(options)) return noFiles
  // A run without a work tree does not even load git.
  const { changedBetween, shareWorkFiles } = await import("@proofloop/foundation/git")
  const written = new Set<string>()
  const products = new Set<string>()
  const open = async (): Promise<WorkFiles> => {
    const files = await shareWorkFiles(root, { start: past?.start ?? null, own: ownFiles(given) })
    files.count(written)
    return files
  }
  let files = await open().catch(() => null)
  let last: ReadFiles | null = null
  let writes = 0
  let check_ms: number | undefined
  const times = { since_ms: Date.now(), until_ms: Infinity }
  const read = async (signal?: AbortSignal): Promise<WorkReading> => {
    try {
      const reading = await (files ??= await open()).read(signal)
      if (reading.sha256 === null) return reading
      if (last !== null && changedBetween(last, reading).touched.length > 0) writes += 1
      last = reading
      return reading
    } catch (error) {
      return { sha256: null, reason: thrownMessage(error) }
    }
  }
  const first = past === null && files !== null ? await read() : null
  const begun = first === null ? past?.begun && new Map(Object.entries(past.begun)) : digestsOf(first)
  return {
    start: files?.start ?? undefined,
    begun: begun && begun.size <= MOST_KEPT ? Object.fromEntries(begun) : undefined,
    read,
    writes: () => writes,
    async changes() {
      const now = begun && digestsOf(await read())
      return begun && now ? changesOf(begun, now) : null
    },
    isWork: (path) => files?.counts(path) === true,
    async textBefore(path) {
      const tree = files?.start?.tree
      if (tree === undefined) return null
      const { git } = await import("@proofloop/foundation/git")
      const shown = await git(root, ["cat-file", "blob", `${tree}:./${path}`])
      return shown.exit_code === 0 ? shown.stdout : null
    },
    noteWritten(results) {
      for (const path of results.flatMap((result) => writtenPaths(result, root, box))) written.add(path)
      files?.count(written)
    },
    wasAtStart(path, content) {
      const known = begun?.get(path)
      return content === null
        ? known === undefined
        : known?.slice(7) === createHash("sha256").update(content).digest("hex").slice(0, 33)
    },
    reports: createCheckReports(root),
    noteCheck(what) {
      if (what === "passed") check_ms = Date.now() - times.until_ms
      else times[what === "failed" ? "since_ms" : "until_ms"] = Date.now()
    },
    checkMs: () => check_ms,
    async ignoredWrites() {
      const { ignoredWrites } = await import("@proofloop/foundation/git")
      return (await ignoredWrites(root, times)) ?? undefined
    },
    noteProducts(paths) {
      for (const path of paths) products.add(path)
    },
    products: () => [...products].toSorted(),
    close: async () => files?.close(),
  }
}

type Digests = ReadonlyMap<string, string>

function digestsOf(reading: WorkReading): Digests | undefined {
  if (reading.sha256 === null) return undefined
  return new Map([...reading.entries].map(([path, { text }]) => [path, shortened(text)]))
}

/** A kind and half a SHA-256 of what an entry says. */
function shortened(text: string): string {
  return /^\w{1,10} [0-9a-f]{64}$/.test(text) ? text.slice(0, 40) : sha256Hex(text).slice(0, 32)
}

function changesOf(before: Digests, now: Digests): RunChanges {
  const paths = [...new Set([...before.keys(), ...now.keys()])].toSorted()
  const changed = paths.filter((path) => before.get(path) !== now.get(path))
  const added = changed.filter((path) => !before.has(path))
  return { changed, added, paths, links: paths.filter((path) => now.get(path)?.startsWith("link ")) }
}

/** For a run without a known work tree, or one that only looks at its records. */
export const noFiles: RunFiles = {
  start: undefined,
  begun: undefined,
  read: async () => null,
  writes: () => 0,
  changes: async () => null,
  isWork: () => false,
  textBefore: async () => null,
  wasAtStart: () => false,
  reports: { note: () => undefined, reported: () => null },
  noteCheck: () => undefined,
  checkMs: () => undefined,
  ignoredWrites: async () => undefined,
  noteProducts: () => undefined,
  products: () => [],
  noteWritten: () => undefined,
  close: async () => undefined,
}

/** Files that the run itself keeps writing; they are not a change of the work. */
function ownFiles({ options, journal }: RunFilesOptions): readonly string[] {
  const file = readField(journal, "file")
  const paths = [options.trace, typeof journal === "string" ? journal : file]
  return paths.filter((path) => typeof path === "string").map((path) => resolve(path))
}

/** Relative to `root`. */
function writtenPaths(result: unknown, root: string, box: ToolBox): readonly string[] {
  const hashes = readField(result, "file_hashes")
  if (!isRecord(hashes)) return []
  const name = readField(result, "tool_name")
  const tool = typeof name === "string" ? box.find(name)?.tool : undefined
  const base = realFolder(tool?.workspace_root ?? root)
  return Object.keys(hashes).map((path) =>
    relative(realFolder(root), resolve(base, path)).replaceAll("\\", "/"),
  )
}

function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
