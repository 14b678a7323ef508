import { execFile } from "node:child_process"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Benchmark, Figure } from "./benchmark.ts"
import { quietLog } from "./logs.ts"

const run = promisify(execFile)
const SMALL_SESSIONS = 1000
const TURNS_OF_A_SESSION = 40

/** How fast recorded sessions are replayed, and in how much memory a huge one. */
export const replay: Benchmark = {
  name: "replay",
  about: "recorded sessions through `proofloop replay --json`, each in a process of its own",
  async run({ rounds }) {
    const quick = rounds < 10
    const folder = await mkdtemp(join(tmpdir(), "proofloop-bench-"))
    try {
      return [
        ...(await many(folder, quick ? SMALL_SESSIONS / 10 : SMALL_SESSIONS)),
        ...(await huge(folder, quick ? 50_000_000 : 1_000_000_000, "openai_chat")),
        ...(await huge(folder, quick ? 50_000_000 : 1_000_000_000, "plain")),
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function many(folder: string, sessions: number): Promise<readonly Figure[]> {
  const file = join(folder, "many.jsonl")
  const stream = createWriteStream(file)
  for (let session = 0; session < sessions; session += 1) {
    await write(stream, `${plainStart(`session ${session}`)}${plainEvents(TURNS_OF_A_SESSION, session)}]}\n`)
  }
  await finish(stream)
  const { seconds, start_seconds } = await timed(file)
  return [
    {
      name: `${sessions} sessions of ${TURNS_OF_A_SESSION} events`,
      value: sessions / (seconds - start_seconds),
      unit: "1/s",
      note: `${seconds.toFixed(1)} s with ${start_seconds.toFixed(1)} s to start`,
    },
  ]
}

/** One session: for `plain` on one line, for `openai_chat` a line a message. */
async function huge(
  folder: string,
  bytes: number,
  format: "plain" | "openai_chat",
): Promise<readonly Figure[]> {
  const file = join(folder, `${format}.jsonl`)
  const stream = createWriteStream(file)
  if (format === "plain") await write(stream, plainStart("huge"))
  for (let written = 0, turn = 0; written < bytes; turn += 100) {
    const text =
      format === "plain" ? `${turn === 0 ? "" : ","}${plainEvents(100, turn, 8000)}` : chatLines(100, turn)
    written += text.length
    await write(stream, text)
  }
  if (format === "plain") await write(stream, "]}\n")
  await finish(stream)
  const { size } = await stat(file)
  const { seconds, start_seconds, peak_mb } = await timed(file)
  await rm(file)
  const name = `${(size / 1e6).toFixed(0)} MB session, ${format}`
  return [
    { name, value: size / 1e6 / (seconds - start_seconds), unit: "MB/s", note: `${seconds.toFixed(1)} s` },
    { name: `${name}: peak memory`, value: peak_mb * 1e6, unit: "bytes", note: `${peak_mb.toFixed(0)} MB` },
  ]
}

async function timed(file: string): Promise<{ seconds: number; start_seconds: number; peak_mb: number }> {
  const child = fileURLToPath(new URL("replay_child.ts", import.meta.url))
  const { stdout } = await run(process.execPath, ["--import", "tsx", child, file], { maxBuffer: 1e9 })
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Awaited<ReturnType<typeof timed>>
}

function plainStart(id: string): string {
  return `{"id":${JSON.stringify(id)},"source":"bench","agent":"bench","model":"none","events":[`
}

function plainEvents(count: number, start: number, length = 1500): string {
  return Array.from({ length: count }, (_, index) => {
    const { tool, call_arguments, observation } = step(start + index, length)
    return JSON.stringify({ i: index, tool, args: call_arguments, obs: observation })
  }).join(",")
}

function chatLines(count: number, start: number): string {
  return Array.from({ length: count }, (_, index) => {
    const { tool, call_arguments, observation } = step(start + index, 8000)
    const id = `call_${start + index}`
    const call = { id, type: "function", function: { name: tool, arguments: JSON.stringify(call_arguments) } }
    return `${JSON.stringify({ role: "assistant", content: "Next.", tool_calls: [call] })}\n${JSON.stringify({ role: "tool", tool_call_id: id, content: observation })}\n`
  }).join("")
}

function step(
  index: number,
  length: number,
): { tool: string; call_arguments: Record<string, string>; observation: string } {
  if (index % 2 === 0) {
    return {
      tool: "apply_patch",
      call_arguments: { path: "a.ts", patch: `+${index}` },
      observation: "applied",
    }
  }
  return {
    tool: "bash",
    call_arguments: { command: "npm test" },
    observation: quietLog(length, index).replaceAll(
      "total.test.ts",
      `total_${Math.floor(index / 8)}.test.ts`,
    ),
  }
}

async function write(stream: ReturnType<typeof createWriteStream>, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, "drain")
}

async function finish(stream: ReturnType<typeof createWriteStream>): Promise<void> {
  stream.end()
  await once(stream, "finish")
}
