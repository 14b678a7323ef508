import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { readSessions } from "@proofloop/replay"
import { detectFormat, type RecordedCall } from "@proofloop/replay/internal/sessions"
import { readCommand } from "@proofloop/runtime/detector"
import type { Report } from "../command/tool.ts"
import { countCalls } from "./count.ts"

/** A file as both readings see it: [the counter, the importer]. */
export interface Compared {
  readonly file: string
  readonly format: string
  /** Of the agent that wrote it, where it says so. */
  readonly version: string | undefined
  readonly calls: Pair
  readonly results: Pair
  /** Of the calls whose status the file records. */
  readonly failures: Pair
  readonly edits: Pair
  /** Those that the counter knows, and how many of them the importer's command tells as well. */
  readonly checks: Pair
  /** Results that name no call of the file. */
  readonly lost: Pair
  /** Calls whose recorded status and outcome differ. */
  readonly wrong: number
  readonly skipped: readonly string[]
}

type Pair = readonly [counted: number, read: number]

const SIDES = ["calls", "results", "failures", "edits", "checks", "lost"] as const

/** Counts recorded sessions by another reading than the importers', and tells where they differ. */
export async function sessions({ folder, show }: { folder: string; show: boolean }): Promise<Report> {
  const data: Compared[] = []
  for (const file of filesIn(folder)) data.push(await compareFile(file))
  const formats = [...new Set(data.map(({ format }) => format))].toSorted()
  const rows = formats.map((format) =>
    rowOf(
      format,
      data.filter((one) => one.format === format),
    ),
  )
  const odd = data.filter((one) => !agrees(one)).map((one) => `${differences(one)} ${one.file}`)
  const head = `| format | newest version | files | agree | ${SIDES.join(" | ")} |\n|${"---|".repeat(4 + SIDES.length)}`
  return { passed: odd.length === 0, text: [head, ...rows, ...(show ? ["", ...odd] : [])].join("\n"), data }
}

/** A sum on each side, or one where both are the same. */
function rowOf(format: string, files: readonly Compared[]): string {
  const cells = SIDES.map((side) => {
    const [counted, read] = [0, 1].map((at) => files.reduce((sum, one) => sum + (one[side][at] ?? 0), 0))
    return counted === read ? String(counted) : `${counted}, read ${read}`
  })
  const versions = files.flatMap(({ version }) => version ?? [])
  const newest = versions.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1)
  return `| ${[format, newest ?? "", files.length, files.filter(agrees).length, ...cells].join(" | ")} |`
}

export async function compareFile(file: string): Promise<Compared> {
  const format = (await detectFormat(file)) ?? "unknown"
  const read: RecordedCall[] = []
  const skipped: string[] = []
  if (format !== "unknown")
    for await (const item of readSessions(file)) {
      if (item.type === "turn") read.push(...item.turn.calls)
      if (item.type === "skipped") skipped.push(item.reason)
    }
  const text = readFileSync(file, "utf8")
  const { calls, lost } = countCalls(format, text)
  const in_order = calls.length === read.length
  const pairs = in_order ? calls.map((call, at) => ({ call, seen: read[at] })) : []
  const told = pairs.filter(({ call }) => call.failed !== undefined)
  const checks = pairs.filter(({ call }) => call.checks)
  return {
    file,
    format,
    version: VERSION.exec(text)?.[1],
    calls: [calls.length, read.length],
    results: [calls.filter(({ answered }) => answered).length, read.filter(hasResult).length],
    failures: [
      calls.filter(({ failed }) => failed === true).length,
      told.filter(({ call, seen }) => isFailed(seen, call.failed === true)).length,
    ],
    edits: [
      calls.filter(({ edits }) => edits).length,
      read.filter(({ result }) => result.annotations?.kind === "edit").length,
    ],
    checks: [calls.filter((call) => call.checks).length, checks.filter(({ seen }) => isCheck(seen)).length],
    lost: [lost, skipped.filter((reason) => LOST.test(reason)).length],
    wrong: told.filter(({ call, seen }) => isFailed(seen, call.failed === true) !== call.failed).length,
    skipped,
  }
}

const VERSION =
  /(?:"(?:version|cli_version|mini_version|swe_agent_version)": ?"|^> Aider v)(\d{1,4}\.\d{1,4}[\w.-]{0,40})/m
const LOST = /^an? (?:result|observation) without its (?:call|action)$/

function hasResult({ result }: RecordedCall): boolean {
  return result.output !== undefined
}

/** A failure that the file records may also be told as refused, or as cut off. */
function isFailed(seen: RecordedCall | undefined, is_told: boolean): boolean {
  return seen?.result.ok === false || (is_told && seen?.result.status !== undefined)
}

function isCheck(seen: RecordedCall | undefined): boolean {
  const command: unknown = Object(seen?.tool_call.arguments)["command"]
  return typeof command === "string" && readCommand(command).check !== null
}

export function agrees(compared: Compared): boolean {
  return (
    compared.format !== "unknown" &&
    compared.wrong === 0 &&
    SIDES.every((side) => compared[side][0] === compared[side][1])
  )
}

function differences(compared: Compared): string {
  const odd = SIDES.filter((side) => compared[side][0] !== compared[side][1])
  return `${compared.format}: ${odd.map((side) => `${side} ${compared[side].join(" ")}`).join(", ")}`
}

function filesIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .filter((name) => basename(name) !== "README.md")
    .flatMap((name) => filesIn(join(path, name)))
}
