import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { runProgram } from "@proofloop/foundation/process"
import type { HookPlan, HostTable, Machine } from "./host_table.ts"

const VERSION_MS = 10_000

/** The version that a host's program says it is; null without a program, or where it says none. */
export async function hostVersion(table: HostTable, machine: Machine): Promise<string | null> {
  const file = await programFile(table, machine)
  if (file === null) return null
  const { stdout } = await runProgram({
    command: [file, "--version"],
    cwd: machine.home,
    timeout_ms: VERSION_MS,
    max_output_bytes: 65_536,
    env: definedOf(machine.env),
  })
  return /\d{1,6}\.\d{1,6}\.\d{1,6}/.exec(stdout.toString())?.[0] ?? null
}

/** Where a host's program lies on the PATH; null: nowhere. */
export async function programFile({ program }: HostTable, { env }: Machine): Promise<string | null> {
  if (program === null) return null
  for (const folder of (env["PATH"] ?? "").split(delimiter).filter((path) => path !== "")) {
    const file = join(folder, program)
    if (await isThere(file, constants.X_OK)) return file
  }
  return null
}

export async function isThere(path: string, mode = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}

export function definedOf(env: Machine["env"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** What the version of a host lacks of what hooks use, in sentences. */
export function versionWords(table: HostTable, plan: HookPlan): readonly string[] {
  const { title, kind, least } = table
  const { version } = plan
  if (version === null) return []
  const events = (of: HookPlan) => (kind.format === "json" ? kind.entries(of).map(({ event }) => event) : [])
  const [all, used] = [events({ ...plan, version: null }), events(plan)]
  const lacks = all.filter((event) => !used.includes(event)).join(", ")
  const instead = used.filter((event) => !all.includes(event)).join(" and ")
  return [
    ...(lacks === "" ? [] : [`${title} ${version} has no ${lacks}: ${instead} tell the calls instead`]),
    ...(least !== null && isOlder(version, least)
      ? [
          `${title} ${version} is older than ${least}, the oldest that is known to tell hooks all they need: update it`,
        ]
      : []),
  ]
}

/** Whether one version is before another, by its first three numbers. */
export function isOlder(version: string, other: string): boolean {
  const [left, right] = [version, other].map((one) => one.split(".").map(Number)) as [number[], number[]]
  const at = left.findIndex((number, index) => number !== right[index])
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0)
}
