import { InvalidOptionError, optionError } from "@proofloop/foundation/errors"
import { openWorkspace } from "@proofloop/foundation/files"
import { hasTestScript } from "@proofloop/foundation/paths"
import type { Runner } from "@proofloop/foundation/sandbox"
import { isRecord } from "@proofloop/foundation/text"
import type { Tool } from "@proofloop/runtime"
import * as z from "zod"
import { deleteFileTool } from "./delete_file.ts"
import { editFileTool } from "./edit_file.ts"
import { listFilesTool } from "./list_files.ts"
import { readFileTool } from "./read_file.ts"
import { searchTool } from "./search.ts"
import { shellTool } from "./shell.ts"
import { writeFileTool } from "./write_file.ts"

/** What `workspaceTools` takes. */
export interface WorkspaceOptions {
  /** The folder no path may leave; its symbolic links are resolved once. */
  readonly root: string
  /** Commands whose result judges the work. Default: "npm test" where package.json has a test script. */
  readonly checks?: readonly string[] | undefined
  /** Whether the model may run commands, and its limits. Default true. Commands reach everything that this process can. */
  readonly shell?:
    | boolean
    | {
        /** Longest run of one command in milliseconds. Default 120 000. */
        readonly timeout_ms?: number
        /** Bytes of output kept of one command, head and tail. Default 256 KiB. */
        readonly max_output_bytes?: number
      }
    | undefined
  /** Runs each command of the shell in a separate room. Default: none. */
  readonly runner?: Runner | undefined
  /** Longest file that is read, written or searched, in bytes. Default 2 MiB. */
  readonly max_file_bytes?: number | undefined
  /** Globs of paths that no tool touches, in any case. Default [".git/**"]; `.git` always. Does not bind the shell. */
  readonly denied_paths?: readonly string[] | undefined
}

/** Tools to read, search, edit and run in one folder; failures are error results. Throws InvalidOptionError. */
export function workspaceTools(options: WorkspaceOptions): readonly Tool[] {
  checkRecord(options)
  const { runner, ...plain } = options
  const { root, checks, shell, max_file_bytes, denied_paths } = parseOptions(plain)
  const workspace = openWorkspace({ root, max_file_bytes, denied_paths })
  const known_checks = checks ?? (hasTestScript(workspace.root) ? ["npm test"] : [])
  const tools = [readFileTool, listFilesTool, searchTool, editFileTool, writeFileTool, deleteFileTool]
  const all = [
    ...tools.map((create) => create(workspace)),
    ...(shell === false ? [] : [shellTool(workspace, known_checks, { ...shell, runner })]),
  ]
  return all.map((tool) => ({ ...tool, workspace_root: workspace.root }))
}

function checkRecord(options: unknown): void {
  if (isRecord(options)) return
  const expected = 'an object of options: workspaceTools({ root: "." })'
  throw new InvalidOptionError({ option: "workspaceTools", expected, got: options })
}

function whole(minimum: number, maximum: number) {
  const error = `a whole number from ${minimum} to ${maximum}`
  return z.int({ error }).min(minimum, error).max(maximum, error)
}

function texts(what: string) {
  const error = `a list of ${what}`
  return z.array(z.string({ error }).min(1, error), { error })
}

const SHELL = "a boolean, or { timeout_ms, max_output_bytes }"
const shellSchema = z.strictObject(
  {
    timeout_ms: whole(1, 2 ** 31 - 1).default(120_000),
    max_output_bytes: whole(0, 2 ** 30).default(256 * 1024),
  },
  { error: SHELL },
)

const ROOT = "the path of a folder"
const optionsSchema = z.strictObject({
  root: z.string({ error: ROOT }).min(1, ROOT),
  checks: texts("commands").optional(),
  shell: z
    .union([z.literal(false), z.literal(true).transform(() => shellSchema.parse({})), shellSchema], {
      error: SHELL,
    })
    .default(() => shellSchema.parse({})),
  max_file_bytes: whole(1, 2 ** 30).default(2 * 2 ** 20),
  denied_paths: texts("globs").default([".git/**"]),
})

function parseOptions(options: WorkspaceOptions): z.output<typeof optionsSchema> {
  const parsed = optionsSchema.safeParse(options)
  if (parsed.success) return parsed.data
  throw optionError(parsed.error, options, ([first]) =>
    Object.keys(first === "shell" ? shellSchema.shape : optionsSchema.shape),
  )
}
