import { statSync } from "node:fs"
import { resolve } from "node:path"
import type { Runner } from "@proofloop/foundation/sandbox"
import { copyWorkTree } from "@proofloop/foundation/trees"
import {
  baselinesAt,
  catalogue,
  type CriticResult,
  type CriticSelection,
  needBaselines,
  resolveCritics,
  runCritics,
  type SelectedCritic,
  type Critic,
} from "@proofloop/stdlib/critics"
import { readAssignments } from "../arguments/assignments.ts"
import { readIds } from "../arguments/ids.ts"
import { sandboxRunner } from "../arguments/sandbox.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { formatReport, type FormatName, FORMAT_NAMES } from "./formats.ts"
import { reportOf } from "./report.ts"
import { type CheckSubject, openSubject } from "./subject.ts"

/** Judges a change. Resolves to the exit code; throws Misuse or InvalidOptionError. */
export async function checkRepository(input: Input, io: Io): Promise<number> {
  const selected = resolveCritics(selectionOf(input, io))
  const style = createStyle(io.stdout, io.env)
  if (input.flag("list")) {
    io.stdout.write(listCritics(catalogue, selected, input.json, style))
    return EXIT_CODES.clean
  }
  const format = formatOf(input)
  const runner = input.flag("sandbox") ? await sandboxRunner() : undefined
  let code: number = EXIT_CODES.aborted
  await untilStopped(io, async (signal) => {
    const subject = await openSubject(input, io)
    const results = await judge(selected, subject, { env: io.env, runner, signal })
    if (signal.aborted) return
    const report = reportOf(results, subject.isWanted)
    io.stdout.write(formatReport(format, report, subject.change.files.length, style))
    code = report.findings.length === 0 ? EXIT_CODES.clean : EXIT_CODES.findings
  })
  if (code === EXIT_CODES.aborted) io.stderr.write("Stopped: nothing was judged.\n")
  return code
}

/** What runs something runs in the work tree, or in a folder with the files that are judged. */
async function judge(
  critics: readonly SelectedCritic[],
  { root, base, change, facts, checkOut }: CheckSubject,
  {
    env,
    runner,
    signal,
  }: Pick<Io, "env"> & { readonly runner: Runner | undefined; readonly signal: AbortSignal },
): Promise<readonly CriticResult[]> {
  const baselines = await baselinesAt({ root, env, critics, runner }, base, signal)
  const tree = needBaselines(critics) ? await checkOut() : null
  try {
    if (tree !== null) await copyWorkTree(root, tree.root)
    return await runCritics(critics, change, { ...facts(baselines, tree?.root), signal, runner }, { signal })
  } finally {
    await tree?.remove()
  }
}

function selectionOf(input: Input, io: Io): CriticSelection {
  const critics = Object.create(null) as Record<string, boolean | Record<string, never>>
  for (const [id, options] of Object.entries(readAssignments(input.texts("set")))) {
    if (typeof options !== "object" || options === null) {
      throw new Misuse(`--set: expected ID.OPTION=VALUE, such as G13.shrink_floor=0.5, got "${id}"`)
    }
    critics[id] = options as Record<string, never>
  }
  const schema_dir = input.text("schema-dir")
  if (schema_dir !== undefined) add(critics, "G10", { schema_dir: folderAt(schema_dir, io) })
  const task_files = readIds(input, "task-files")
  if (task_files.length > 0) add(critics, "G1", { allowed_manifests: task_files })
  for (const id of readIds(input, "off")) critics[id] = false
  const only = readIds(input, "only")
  return { critics, env: io.env, phase: "check", ...(only.length === 0 ? {} : { only }) }
}

function folderAt(given: string, io: Io): string {
  const folder = resolve(io.cwd, given)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new Misuse(`--schema-dir: ${given} is not a folder`)
}

function add(critics: Record<string, unknown>, id: string, options: object): void {
  const known = Object.keys(critics).find((key) => key.toLowerCase() === id.toLowerCase()) ?? id
  critics[known] = { ...Object(critics[known]), ...options }
}

function formatOf(input: Input): FormatName {
  const name = input.text("format") ?? "human"
  if (input.json && input.text("format") === undefined) return "json"
  const found = FORMAT_NAMES.find((known) => known === name)
  if (found === undefined)
    throw new Misuse(`--format: expected one of ${FORMAT_NAMES.join(", ")}, got "${name}"`)
  return found
}

/** The catalogue, and which of it takes part in this call. */
function listCritics(
  catalogue: readonly Critic[],
  selected: readonly SelectedCritic[],
  json: boolean,
  style: Style,
): string {
  const isOn = (id: string): boolean => selected.some(({ critic }) => critic.id === id)
  if (json) {
    const critics = catalogue.map(({ id, title, description, needs, scope }) => ({
      id,
      title,
      description,
      needs,
      scope,
      on: isOn(id),
    }))
    return `${JSON.stringify({ critics })}\n`
  }
  const width = Math.max(...catalogue.map(({ id }) => id.length))
  return catalogue
    .map(({ id, title, needs }) => {
      const state = isOn(id) ? style.green("on ") : style.dim("off")
      return `${state}  ${id.padEnd(width)}  ${title}${needs === "nothing" ? "" : style.dim(` (${needs})`)}\n`
    })
    .join("")
}
