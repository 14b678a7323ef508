import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serveHooks } from "@proofloop/hooks/internal/serve"
import { buildHookProgram } from "../../packaging/hook_program.mjs"
import type { Benchmark, Figure } from "./benchmark.ts"
import { EDIT, ended, FAILED } from "./hooks_events.ts"
import { servedFigures } from "./hooks_server.ts"
import { percentile } from "./percentile.ts"
import { makeRepository } from "./work_files.ts"

const MOST_ROUNDS = 15
const WARM_ROUNDS = 3
const LONG_SESSION = 5000
const MOST_CPU_MS = 40
const FILES = 5000
const LONG = `${FAILED}\n${"  ✓ src/other.test.ts (12 tests) 34ms\n".repeat(2500)}\n Test Files  1 failed | 2500 passed (2501)\n`

/** What one event of a host costs, in a process of its own and by the server. */
export const hooks: Benchmark = {
  name: "hooks",
  about:
    "CPU time and time of the program of hooks for one event, beside a Node that does nothing; and of its server",
  async run({ rounds }, root) {
    const folder = mkdtempSync(join(tmpdir(), "proofloop-bench-hooks-"))
    try {
      await buildHookProgram(root, join(folder, "hooks"))
      await makeRepository(join(folder, "project"), FILES)
      const most = Math.min(rounds, MOST_ROUNDS)
      return [
        ...costs(folder, most),
        ...(await longSession(folder, most)),
        ...(await servedFigures(root, folder, rounds)),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Event {
  readonly name: string
  readonly mode: string
  readonly input: object
  /** Milliseconds of a processor. Default: 40. */
  readonly most_ms?: number
}

const STOP = { hook_event_name: "Stop", stop_hook_active: false }

/** Each comes after a failure and an edit, so that there is something to say. */
const EVENTS: readonly Event[] = [
  { name: "kept only", mode: "--observe", input: ended(FAILED) },
  { name: "nudge due", mode: "--nudge", input: ended(FAILED) },
  { name: "nudge due, 100 KB of a report", mode: "--nudge", input: ended(LONG), most_ms: 60 },
  { name: "stop due", mode: "--hold", input: STOP },
  { name: `stop due, ${FILES} files`, mode: "--hold", input: { ...STOP, cwd: "project" }, most_ms: 250 },
]

/** What every event comes after: the failure, then an edit. */
function before(error: string): object {
  const failed = { tool_name: "Bash", tool_input: { command: "npx vitest run" }, tool_response: error }
  return { hook_event_name: "PostToolBatch", tool_calls: [failed, EDIT] }
}

function costs(folder: string, rounds: number): readonly Figure[] {
  const bare: Cost[] = []
  const own = EVENTS.map((): Cost[] => [])
  // The first rounds keep what is compiled.
  for (let round = 1 - WARM_ROUNDS; round <= rounds; round += 1) {
    const cost = costOf(folder, ["-e", "0"], "")
    if (round > 0) bare.push(cost)
    EVENTS.forEach(({ mode, input }, at) => {
      const session = `${round} ${at}`
      const run = (given: object, how: string): Cost =>
        costOf(folder, [join(folder, "hooks", "hook.js"), "run", "claude-code", how], textOf(given, session))
      const place = "cwd" in input ? { cwd: join(folder, String(input.cwd)) } : {}
      run({ ...before("error" in input ? String(input.error) : FAILED), ...place }, mode)
      const cost = run({ ...input, ...place }, mode)
      if (round > 0) own[at]?.push(cost)
    })
  }
  const median = (of: readonly Cost[], key: keyof Cost): number =>
    percentile(
      of.map((cost) => cost[key]),
      0.5,
    )
  return [
    { name: "node -e 0, CPU", value: median(bare, "cpu_ms"), unit: "ms" },
    { name: "node -e 0, wall", value: median(bare, "wall_ms"), unit: "ms" },
    ...EVENTS.flatMap(({ name, most_ms }, at): readonly Figure[] => [
      {
        name: `${name}, CPU above node`,
        value: median(own[at] ?? [], "cpu_ms") - median(bare, "cpu_ms"),
        unit: "ms",
        bar: { at: "most", value: most_ms ?? MOST_CPU_MS },
      },
      { name: `${name}, wall`, value: median(own[at] ?? [], "wall_ms"), unit: "ms" },
    ]),
  ]
}

interface Cost {
  readonly cpu_ms: number
  readonly wall_ms: number
}

/** By the shell that waits for it, so that what Node does after its last line counts as well. */
function costOf(home: string, args: readonly string[], input: string): Cost {
  const { status, stderr } = spawnSync(
    "bash",
    ["-c", 'TIMEFORMAT="%3U %3S %3R"; time "$@" >/dev/null 2>&1', "bash", process.execPath, ...args],
    {
      input,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, PROOFLOOP_HOME: home, LC_ALL: "C" },
    },
  )
  const [user = Number.NaN, system = Number.NaN, wall = Number.NaN] = stderr.trim().split(" ").map(Number)
  if (status !== 0 || Number.isNaN(wall))
    throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`)
  return { cpu_ms: (user + system) * 1000, wall_ms: wall * 1000 }
}

const SESSION = { agent_id: "", cwd: "/nowhere" }

function textOf(input: object, session_id: string): string {
  return JSON.stringify({ session_id, cwd: SESSION.cwd, ...input })
}

/** What an event costs at the beginning of a session and after thousands, each by turns. */
async function longSession(folder: string, rounds: number): Promise<readonly Figure[]> {
  const lengths = [10, LONG_SESSION] as const
  const costsOf = lengths.map((): number[] => [])
  const bare: number[] = []
  await fill(folder, lengths)
  // The first folds all that was kept, the next ones what is new.
  for (let round = -1; round < rounds; round += 1) {
    const idle = costOf(folder, ["-e", "0"], "").cpu_ms
    if (round >= 0) bare.push(idle)
    lengths.forEach((length, at) => {
      const args = [join(folder, "hooks", "hook.js"), "run", "claude-code", "--nudge"]
      const { cpu_ms } = costOf(folder, args, textOf(ended(FAILED), `long ${length}`))
      if (round >= 0) costsOf[at]?.push(cpu_ms)
    })
  }
  return lengths.map((length, at) => ({
    name: `nudge due after ${length} events, CPU`,
    value: percentile(costsOf[at] ?? [], 0.5) - percentile(bare, 0.5),
    unit: "ms",
    note: "above node",
  }))
}

/** Tells sessions of so many events each to the server, which keeps them where the program does. */
async function fill(folder: string, lengths: readonly number[]): Promise<void> {
  const home = join(folder, "hooks")
  const server = await serveHooks({ words: ["--nudge"], home, version: "bench" })
  const headers = { "x-proofloop-token": server.token }
  for (const length of lengths) {
    const body = textOf(ended(FAILED), `long ${length}`)
    for (let number = 0; number < length; number += 1) {
      const { ok, status } = await fetch(`${server.url}/claude-code`, { method: "POST", headers, body })
      if (!ok) throw new Error(`the server of hooks answered ${status}`)
    }
  }
  await server.close()
}
