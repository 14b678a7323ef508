import { dirname, resolve } from "node:path"
import { nearestName } from "@proofloop/foundation/errors"
import type { Runner } from "@proofloop/foundation/sandbox"
import type { OutputParser } from "@proofloop/runtime/detector"
import {
  catalogue,
  type Critic,
  resolveCritics,
  type CriticSelection,
  type PlacedCritic,
  type SelectedCritic,
} from "@proofloop/stdlib/internal/check"
import { readAssignments } from "../arguments/assignments.ts"
import { isFolder } from "../arguments/folders.ts"
import { readIds } from "../arguments/ids.ts"
import { sandboxRunner } from "../arguments/sandbox.ts"
import type { Input } from "../arguments/verb.ts"
import { pluginParsers } from "../config/config_preset.ts"
import { criticSwitches, inConfig, pluginCritics } from "../config/critic_entries.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { type FormatName, FORMAT_NAMES } from "./formats.ts"
import { type Level, readMaxWarnings, readSeverities } from "./severity.ts"
import { SUPPRESSION_MODES, type SuppressionMode } from "./suppressions/suppressed.ts"

export interface CheckSettings {
  readonly critics: readonly SelectedCritic[]
  readonly levels: ReadonlyMap<string, Level>
  readonly max_warnings: number
  readonly format: FormatName
  readonly reports: ReadonlyArray<{ readonly format: FormatName; readonly file: string }>
  readonly suppressions: SuppressionMode
  readonly baseline: string | undefined
  readonly write_baseline: string | undefined
  readonly runner: Runner | undefined
  readonly parsers: readonly OutputParser[]
}

/** Throws Misuse or InvalidOptionError. */
export async function readSettings(input: Input, io: Io): Promise<CheckSettings> {
  refuseTogether(
    input,
    ["fix", "head"],
    ["fix", "staged"],
    ["staged", "head"],
    ["baseline", "write-baseline"],
  )
  refuseTogether(input, ["watch", "head"], ["watch", "fix"], ["watch", "write-baseline"])
  const levels = readSeverities(input)
  return {
    critics: await selectCritics(input, io, levels),
    levels,
    max_warnings: readMaxWarnings(input),
    format: formatNamed(input.format, "--format"),
    reports: input.texts("report").map((given) => reportOf(given, io)),
    suppressions: SUPPRESSION_MODES.find((mode) => mode === input.text("suppressions")) ?? "all",
    baseline: input.isArgument("write-baseline") ? undefined : input.text("baseline"),
    write_baseline: input.text("write-baseline"),
    runner: input.flag("sandbox") ? sandboxRunner(input) : undefined,
    parsers: pluginParsers(input.config),
  }
}

/** The critics that take part. Throws Misuse or InvalidOptionError. */
export async function selectCritics(
  input: Input,
  io: Io,
  levels: ReadonlyMap<string, Level> = readSeverities(input),
): Promise<readonly SelectedCritic[]> {
  const custom = await pluginCritics(input.config)
  refuseUnknownCritics(input, custom)
  return inConfig(input.config, () => resolveCritics({ ...selectionOf(input, io), custom })).filter(
    ({ critic }) => levels.get(critic.id) !== "off",
  )
}

function criticOf(placed: PlacedCritic): Critic {
  return "critic" in placed ? placed.critic : placed
}

/** Throws Misuse for a critic of --only or --off that is none. The list of all would hide what is wrong; `--list` shows it. */
export function refuseUnknownCritics(input: Input, custom: readonly PlacedCritic[]): void {
  const known = [...catalogue, ...custom.map(criticOf)].map(({ id }) => id)
  const ids = known.map((id) => id.toLowerCase())
  for (const option of ["only", "off"]) {
    const unknown = readIds(input, option).find((id) => !ids.includes(id.toLowerCase()))
    if (unknown === undefined || !input.isArgument(option)) continue
    const message = `--${option}: there is no critic "${unknown}"; proofloop check --list shows all`
    const near = nearestName(unknown.toLowerCase(), ids)
    const found = known[ids.indexOf(near ?? "")]
    throw found === undefined ? new Misuse(message) : new Misuse(message, { name: found, known: [found] })
  }
}

function refuseTogether(input: Input, ...pairs: ReadonlyArray<readonly [string, string]>): void {
  for (const [one, other] of pairs) {
    if (input.isArgument(one) && input.isArgument(other))
      throw new Misuse(`--${one} and --${other} exclude each other`)
  }
}

function selectionOf(input: Input, io: Io): CriticSelection {
  const critics = Object.create(null) as Record<string, boolean | Record<string, never>>
  Object.assign(critics, criticSwitches(input.config))
  for (const [id, options] of Object.entries(readAssignments(input.texts("set")))) {
    if (typeof options !== "object" || options === null) {
      throw new Misuse(`--set: expected ID.OPTION=VALUE, such as G13.shrink_floor=0.5, got "${id}"`)
    }
    add(critics, id, options)
  }
  const schema_dir = input.text("schema-dir")
  if (schema_dir !== undefined) add(critics, "G10", { schema_dir: folderAt(schema_dir, io) })
  const task_files = readIds(input, "task-files")
  if (task_files.length > 0) add(critics, "G1", { allowed_manifests: task_files })
  for (const id of readIds(input, "off")) critics[nameIn(critics, id)] = false
  const only = readIds(input, "only")
  return { critics, env: io.env, phase: "check", ...(only.length === 0 ? {} : { only }) }
}

function folderAt(given: string, io: Io): string {
  const folder = resolve(io.cwd, given)
  if (isFolder(folder)) return folder
  throw new Misuse(`--schema-dir: ${given} is not a folder`)
}

function add(critics: Record<string, unknown>, id: string, options: object): void {
  const known = nameIn(critics, id)
  critics[known] = { ...Object(critics[known]), ...options }
}

function nameIn(critics: object, id: string): string {
  return Object.keys(critics).find((key) => key.toLowerCase() === id.toLowerCase()) ?? id
}

function reportOf(given: string, { cwd }: Io): CheckSettings["reports"][number] {
  const at = given.indexOf("=")
  const file = given.slice(at + 1)
  if (at < 1 || file === "") throw new Misuse(`--report: expected FORMAT=FILE, got "${given}"`)
  const format = formatNamed(given.slice(0, at), "--report")
  const path = resolve(cwd, file)
  if (!isFolder(dirname(path))) throw new Misuse(`--report: ${file}: no such file or folder`)
  return { format, file: path }
}

function formatNamed(name: string, option: string): FormatName {
  const found = FORMAT_NAMES.find((known) => known === name)
  if (found !== undefined) return found
  const message = `${option}: expected one of ${FORMAT_NAMES.join(", ")}, got "${name}"`
  throw new Misuse(message, { name, known: FORMAT_NAMES })
}
