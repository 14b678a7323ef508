import { spawn, spawnSync } from "node:child_process"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { build } from "esbuild"
import type { Figure } from "./benchmark.ts"
import { EDIT, ended, FAILED } from "./hooks_events.ts"
import { percentile } from "./percentile.ts"

const SESSIONS = 1000
const QUICK_SESSIONS = 100
const FULL_ROUNDS = 15
const WARM_EVENTS = 300
const MOST_MEMORY = 60 * 2 ** 20
const EVENTS = [ended(FAILED), { hook_event_name: "PostToolUse", ...EDIT }, ended(FAILED)]

/** Milliseconds of each request, by turns. */
interface Times {
  readonly ours: number[]
  readonly idle: number[]
}

interface Used {
  readonly rss: number
  /** Of the heap and beside it, after it was tidied up. */
  readonly held: number
  readonly cpu_ms: number
}

/** The server in a process of its own, asked from this one over connections that stay, with a thousand sessions. */
export async function servedFigures(
  root: string,
  folder: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const program = join(folder, "serve.mjs")
  await build({
    absWorkingDir: root,
    entryPoints: ["scripts/lab/bench/hooks_child.ts"],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  })
  const child = spawn(process.execPath, ["--expose-gc", program, join(folder, "served")], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const lines = child.stdout.setEncoding("utf8")[Symbol.asyncIterator]()
    const next = async (): Promise<string> => String((await lines.next()).value ?? "").trim()
    const [ours = "", idle = "", token = ""] = (await next()).split(" ")
    const used = async (): Promise<Used> => {
      child.stdin.write("used\n")
      return JSON.parse(await next()) as Used
    }
    const sessions = rounds < FULL_ROUNDS ? QUICK_SESSIONS : SESSIONS
    const tell = async (events: readonly object[], names: readonly string[]): Promise<Times> => {
      const times: Times = { ours: [], idle: [] }
      for (const event of events) {
        for (const session_id of names) {
          const body = JSON.stringify({ session_id, cwd: "/nowhere", ...event })
          times.ours.push(await timeOf(`${ours}/claude-code`, { agent, token, body }))
          times.idle.push(await timeOf(idle, { agent, token, body }))
        }
      }
      return times
    }
    const started = await used()
    await tell(
      EVENTS,
      Array.from({ length: WARM_EVENTS / EVENTS.length }, () => "warm"),
    )
    const empty = await used()
    const times = await tell(
      EVENTS,
      Array.from({ length: sessions }, (_, number) => `${number}`),
    )
    const full = await used()
    child.stdin.end("end\n")
    const more = full.rss - empty.rss
    return [
      { name: "a server that does nothing, p50", value: percentile(times.idle, 0.5), unit: "ms" },
      { name: "a server that does nothing, p99", value: percentile(times.idle, 0.99), unit: "ms" },
      { name: "serve, p50", value: percentile(times.ours, 0.5), unit: "ms", bar: { at: "most", value: 5 } },
      { name: "serve, p99", value: percentile(times.ours, 0.99), unit: "ms", bar: { at: "most", value: 20 } },
      {
        name: "serve, an event, CPU",
        value: (full.cpu_ms - empty.cpu_ms) / times.ours.length,
        unit: "ms",
        note: "of the process, with one that does nothing",
      },
      { name: "node -e 0, resident", value: bareResident(), unit: "bytes" },
      { name: "serve, resident at its start", value: started.rss, unit: "bytes" },
      { name: "serve, resident once warm", value: empty.rss, unit: "bytes" },
      {
        name: `serve, ${sessions} sessions, resident more`,
        value: more,
        unit: "bytes",
        bar: { at: "most", value: MOST_MEMORY },
      },
      { name: `serve, ${sessions} sessions, held more`, value: full.held - empty.held, unit: "bytes" },
    ]
  } finally {
    agent.destroy()
    child.kill()
  }
}

interface Asked {
  readonly agent: Agent
  readonly token: string
  readonly body: string
}

async function timeOf(url: string, asked: Asked): Promise<number> {
  const start = performance.now()
  await post(url, asked)
  return performance.now() - start
}

function post(url: string, { agent, token, body }: Asked): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "x-proofloop-token": token, "content-length": Buffer.byteLength(body) }
    const asked = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    asked.once("error", reject)
    asked.end(body)
  })
}

function bareResident(): number {
  const { stdout } = spawnSync(process.execPath, ["-e", "console.log(process.memoryUsage.rss())"], {
    encoding: "utf8",
  })
  return Number(stdout)
}
