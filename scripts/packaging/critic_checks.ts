import { spawn } from "node:child_process"
import { copyFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { catalogue } from "@proofloop/stdlib/critics"
import { cleanEnvironment } from "../child.mjs"
import type { EntryNames } from "./api_reports.ts"
import type { Check } from "./check_list.ts"
import { BEFORE, faults, type Files, good, makeRepository } from "./critic_repository.ts"
import { commandOf, node } from "./host_process.ts"

interface Report {
  readonly findings: readonly { readonly critic: string; readonly path: string; readonly message: string }[]
  readonly unable: readonly { readonly critic: string; readonly reason: string }[]
  readonly ran: readonly string[]
}

const DEFAULT_IDS = catalogue.filter(({ default_in }) => default_in.check).map(({ id }) => id)

/** The critics of the installed command, in a repository that has every language and format they read. */
export function criticChecks(host: string): Check[] {
  const command = commandOf(host)
  return [
    { name: "proofloop check passes a good change", run: () => goodProblems(host, command) },
    { name: "proofloop check finds a fault for each critic", run: () => faultProblems(host, command) },
    { name: "proofloop mcp", run: () => mcpProblems(host, command) },
  ]
}

async function goodProblems(host: string, command: string): Promise<string[]> {
  const report = await check(join(host, "good change"), command, good)
  const missing = DEFAULT_IDS.filter((id) => !report.ran.includes(id))
  return [
    ...missing.map((id) => `${id} did not look`),
    ...report.unable.map(({ critic, reason }) => `${critic} could not look: ${reason}`),
    ...report.findings.map(({ critic, path, message }) => `${critic} finds in ${path}: ${message}`),
  ]
}

async function faultProblems(host: string, command: string): Promise<string[]> {
  const planted = Object.assign({}, ...Object.values(faults))
  const { findings, unable } = await check(join(host, "faults"), command, planted)
  const silent = DEFAULT_IDS.filter(
    (id) =>
      id !== "G6" &&
      !findings.some(({ critic, path }) => critic === id && Object.hasOwn(faults[id] ?? {}, path)),
  )
  return [
    ...silent.map((id) => `${id} does not find its fault`),
    ...unable.map(({ critic, reason }) => `${critic} could not look: ${reason}`),
  ]
}

async function check(folder: string, command: string, after: Files): Promise<Report> {
  await makeRepository(folder, after)
  const { output } = await node(folder, [command, "check", "--format", "json"])
  try {
    return JSON.parse(output)
  } catch {
    throw new Error(`no report: ${output}`)
  }
}

/** A client's first three lines over stdio: the tools are listed, and one of them judges. */
async function mcpProblems(host: string, command: string): Promise<string[]> {
  const folder = join(host, "served")
  await makeRepository(folder, {})
  const child = spawn(process.execPath, [command, "mcp", "--every-critic"], {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ["pipe", "pipe", "ignore"],
    timeout: 60_000,
  })
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "host", version: "1" },
  }
  const changes = [{ path: "data.json", after: "{" }]
  const lines = [
    { id: 1, method: "initialize", params },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
    { id: 3, method: "tools/call", params: { name: "critic_g6", arguments: { changes } } },
  ]
  for (const line of lines) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`)
  const answers = new Map<unknown, string>()
  for await (const line of createInterface({ input: child.stdout })) {
    answers.set(JSON.parse(line).id, line)
    if (answers.has(2) && answers.has(3)) child.stdin.end()
  }
  const listed = answers.get(2) ?? ""
  const names = ["check_change", "critic_g7", "critic_psi_full"]
  const missing = names.filter((name) => !listed.includes(`"name":"${name}"`))
  const judged = answers.get(3) ?? "no answer"
  return [
    ...missing.map((name) => `tools/list does not name ${name}`),
    ...(judged.includes('"critic":"G6"') ? [] : [`critic_g6: ${judged}`]),
  ]
}

/** A host that has installed the library and no parsers: all is importable, and a critic that cannot look says why. */
export function bareChecks(host: string, entries: readonly EntryNames[]): Check[] {
  return [{ name: "@proofloop/stdlib without parsers", run: () => bareProblems(host, entries) }]
}

async function bareProblems(host: string, entries: readonly EntryNames[]): Promise<string[]> {
  const program = join(host, "bare.mjs")
  copyFileSync(new URL("fixtures/bare.mjs", import.meta.url), program)
  const specifiers = entries
    .filter(({ package_name }) => package_name === "@proofloop/stdlib")
    .map(({ specifier }) => specifier)
  const input = JSON.stringify({ entries: specifiers, before: BEFORE, after: good, ids: DEFAULT_IDS })
  const { code, output } = await node(host, [program, input])
  if (code !== 0) return [`ended ${code}: ${output}`]
  const told: { readonly problems: readonly string[]; readonly missing: readonly string[] } =
    JSON.parse(output)
  const [missing, ...others] = told.missing
  return [
    ...told.problems,
    ...(missing === PARSERS ? [] : [`nobody misses ${PARSERS}`]),
    ...others.map((name) => `${name} is missing as well`),
    ...(existsSync(join(host, "node_modules", PARSERS))
      ? [`${PARSERS} is installed; what lacks it is not seen`]
      : []),
  ]
}

/** The one optional package of the library. */
const PARSERS = "@proofloop/parsers"
