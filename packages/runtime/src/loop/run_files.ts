import { realpathSync } from "node:fs"
import { relative, resolve } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { WorkFiles, WorkFilesStart, WorkReading } from "@proofloop/foundation/git"
import { isRecord } from "@proofloop/foundation/text"
import { readField } from "../evidence/read_field.ts"
import type { ToolAnnotations } from "../protocol/tool.ts"
import { OBSERVATION_KINDS } from "../stall/settled_role.ts"
import type { ReadLoopOptions, Journal } from "./options.ts"
import type { ToolBox } from "./tool_box.ts"

export interface RunFiles {
  /** For a resume; undefined when there is nothing to keep. */
  readonly start: WorkFilesStart | undefined
  /** null: no work tree is known, or nothing in the run can prove the work. Never rejects. */
  read(signal?: AbortSignal): Promise<WorkReading | null>
  /** Files that tools say they wrote count, even when git ignores them. */
  noteWritten(results: readonly unknown[]): void
  close(): Promise<void>
}

export interface RunFilesOptions {
  readonly options: ReadLoopOptions
  readonly box: ToolBox
  readonly journal: Journal | null
  /** From the journal when the run is resumed; null for a new run. */
  readonly start: WorkFilesStart | null
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
  const { options, box, start } = given
  const root = checkedRoot(options)
  if (root === undefined || !mayProve(options)) return noFiles
  const written = new Set<string>()
  const open = async (): Promise<WorkFiles> => {
    // A run without a work tree does not even load git.
    const { shareWorkFiles } = await import("@proofloop/foundation/git")
    const files = await shareWorkFiles(root, { start, own: ownFiles(given) })
    files.count(written)
    return files
  }
  const noteWritten = (results: readonly unknown[]): void => {
    for (const path of results.flatMap((result) => writtenPaths(result, root, box))) written.add(path)
    files?.count(written)
  }
  let files = await open().catch(() => null)
  return {
    start: files?.start ?? undefined,
    noteWritten,
    async read(signal) {
      try {
        return await (files ??= await open()).read(signal)
      } catch (error) {
        return { sha256: null, reason: thrownMessage(error) }
      }
    },
    close: async () => files?.close(),
  }
}

/** For a run without a known work tree, or one that only looks at its records. */
export const noFiles: RunFiles = {
  start: undefined,
  read: async () => null,
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
