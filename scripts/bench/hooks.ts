import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import { buildHookProgram } from "../packaging/hook_program.mjs"
import type { Benchmark, Figure } from "./benchmark.ts"
import { percentile } from "./percentile.ts"

const MOST_ROUNDS = 15
const MOST_CPU_MS = 40
const EDIT = {
  tool_name: "Write",
  tool_input: { file_path: "/work/src/sum.ts", content: "x" },
  tool_response: "ok",
}
const FAILED = "Exit code 1\nFAIL src/sum.test.ts\nAssertionError: expected 3, got 4\n 1 failed"
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
      const served = await serve(root, folder, rounds)
      return [...costs(folder, Math.min(rounds, MOST_ROUNDS)), ...served]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Event {
  readonly name: string
  readonly mode: string
  readonly input: object
}

/** Each comes after a failure and an edit, so that there is something to say. */
const EVENTS: readonly Event[] = [
  { name: "kept only", mode: "--observe", input: ended(FAILED) },
  { name: "nudge due", mode: "--nudge", input: ended(FAILED) },
  { name: "nudge due, 100 KB of a report", mode: "--nudge", input: ended(LONG) },
  { name: "stop due", mode: "--hold", input: { hook_event_name: "Stop", stop_hook_active: false } },
]

function ended(error: string): object {
  return {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command: "npx vitest run" },
    error,
  }
}

/** What every event comes after: the failure, then an edit. */
function before(error: string): object {
  const failed = { tool_name: "Bash", tool_input: { command: "npx vitest run" }, tool_response: error }
  return { hook_event_name: "PostToolBatch", tool_calls: [failed, EDIT] }
}

function costs(folder: string, rounds: number): readonly Figure[] {
  const bare: Cost[] = []
  const own = EVENTS.map((): Cost[] => [])
  // The first round fills the compile cache.
  for (let round = 0; round <= rounds; round += 1) {
    const cost = costOf(folder, ["-e", "0"], "")
    if (round > 0) bare.push(cost)
    EVENTS.forEach(({ mode, input }, at) => {
      const session = `${round} ${at}`
      const run = (given: object, how: string): Cost =>
        costOf(folder, [join(folder, "hooks", "hook.js"), "run", "claude-code", how], textOf(given, session))
      run(before("error" in input ? String(input.error) : FAILED), mode)
      const cost = run(input, mode)
      if (round > 0) own[at]?.push(cost)
    })
  }
  const median = (of: readonly Cost[], key: keyof Cost): number =>
    percentile(
      of.map((cost) => cost[key]),
      0.5,
    )
  const has_cache = Number(process.versions.node.split(".")[0]) >= 22
  return [
    { name: "node -e 0, CPU", value: median(bare, "cpu_ms"), unit: "ms" },
    { name: "node -e 0, wall", value: median(bare, "wall_ms"), unit: "ms" },
    ...EVENTS.flatMap(({ name }, at): readonly Figure[] => [
      {
        name: `${name}, CPU above node`,
        value: median(own[at] ?? [], "cpu_ms") - median(bare, "cpu_ms"),
        unit: "ms",
        bar: has_cache ? { at: "most", value: MOST_CPU_MS } : undefined,
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

function textOf(input: object, session_id: string): string {
  return JSON.stringify({ session_id, cwd: "/work", ...input })
}

const SESSIONS = 1000

/** The server in a process of its own, with a thousand sessions. */
async function serve(root: string, folder: string, rounds: number): Promise<readonly Figure[]> {
  const program = join(folder, "serve.mjs")
  await build({
    absWorkingDir: root,
    entryPoints: ["scripts/bench/hooks_child.ts"],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  })
  const child = spawn(process.execPath, [program, join(folder, "served")], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  try {
    const lines = child.stdout.setEncoding("utf8")[Symbol.asyncIterator]()
    const next = async (): Promise<string> => String((await lines.next()).value ?? "").trim()
    const url = await next()
    const times: number[] = []
    const sessions = rounds < MOST_ROUNDS ? SESSIONS / 10 : SESSIONS
    for (const input of [ended(FAILED), { hook_event_name: "PostToolUse", ...EDIT }, ended(FAILED)]) {
      for (let session = 0; session < sessions; session += 1) {
        const start = performance.now()
        const response = await fetch(`${url}/claude-code`, {
          method: "POST",
          headers: { "x-proofloop-token": "bench" },
          body: textOf(input, `${session}`),
        })
        await response.text()
        times.push(performance.now() - start)
      }
    }
    child.stdin.end()
    const [empty = 0, now = 0] = (await next()).split(" ").map(Number)
    return [
      { name: "serve, p50", value: percentile(times, 0.5), unit: "ms", bar: { at: "most", value: 5 } },
      { name: "serve, p99", value: percentile(times, 0.99), unit: "ms", bar: { at: "most", value: 20 } },
      { name: "serve, resident before any session", value: empty, unit: "bytes" },
      {
        name: `serve, resident with ${sessions} sessions`,
        value: now,
        unit: "bytes",
        note: `${((now - empty) / 2 ** 20).toFixed(1)} MB more`,
      },
    ]
  } finally {
    child.kill()
  }
}
