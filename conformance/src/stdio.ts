import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { thrownMessage } from "@proofloop/foundation/errors"
import { fileErrorReason } from "@proofloop/foundation/files"
import { isRecord } from "@proofloop/foundation/text"
import type { Capability, Implementation, Reply, Request } from "./implementation.ts"
import { linesOf } from "./json_lines.ts"

export interface StdioOptions {
  /** Program and arguments, run without a shell. */
  readonly command: readonly [string, ...string[]]
  /** Working folder of the implementation. Default: that of this process. */
  readonly cwd?: string
  /** Milliseconds a message may take. Default 5000. */
  readonly timeout_ms?: number
  /** Milliseconds the program may take to start and say hello. Default 15 000. */
  readonly start_timeout_ms?: number
}

/**
 * Another implementation, asked over JSON lines on its stdin and stdout. After a crash, garbage or a time-out it is ended,
 * the request rejects, and the next `start` or `run` begins with a fresh process. Rejects if it does not say hello.
 */
export async function stdioImplementation(options: StdioOptions): Promise<Implementation> {
  const [program] = options.command
  let peer = startPeer(options)
  const hello = await peer.ask({ type: "hello" })
  const known = ["detector", "config", "loop", "golden", "forged"]
  const capabilities = hello.capabilities?.filter((name) => known.includes(name)) ?? []
  if (capabilities.length === 0) {
    peer.end()
    throw new Error(`${program}: hello names no capability; expected some of ${known.join(", ")}`)
  }
  return {
    name: hello.name ?? program,
    capabilities: capabilities satisfies readonly Capability[],
    questions_at_once: hello.questions_at_once ?? 1,
    async request(message) {
      if (peer.ended() && ["start", "run", "judge", "forged"].includes(message.type)) {
        peer = startPeer(options)
        await peer.ask({ type: "hello" })
      }
      return peer.ask(message)
    },
    async close() {
      peer.end()
    },
  }
}

interface Peer {
  ask(message: Request): Promise<Reply>
  ended(): boolean
  end(): void
}

function startPeer({
  command: [program, ...program_arguments],
  cwd,
  timeout_ms = 5000,
  start_timeout_ms = 15_000,
}: StdioOptions): Peer {
  const child = spawn(program, program_arguments, { cwd, stdio: ["pipe", "pipe", "pipe"] })
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>()
  const errors = tailOf(child)
  let ended = false
  let last_id = 0

  function fail(message: string): void {
    if (!ended) child.kill("SIGKILL")
    ended = true
    const said = errors()
    for (const { reject } of waiting.values())
      reject(new Error(`${program}: ${message}${said && `: ${said}`}`))
    waiting.clear()
  }

  async function listen(): Promise<void> {
    for await (const line of linesOf(child.stdout)) {
      const reply = parseReply(line)
      if (reply === null) return fail(`not a reply: ${line.slice(0, 200)}`)
      waiting.get(reply.id)?.resolve(reply)
      if (!waiting.delete(reply.id)) return fail(`reply to an unknown id ${reply.id}`)
    }
  }

  listen().catch((error: unknown) => fail(thrownMessage(error)))
  child.stdin.on("error", (error) => fail(error.message))
  child.on("error", (error) => fail(fileErrorReason(error)))
  child.on("close", (code, signal) => fail(`ended (${signal ?? `exit ${String(code)}`})`))

  return {
    ask: async (message) =>
      new Promise<Reply>((resolve, reject) => {
        if (ended) return reject(new Error(`${program}: has ended`))
        const id = (last_id += 1)
        const ms = message.type === "hello" ? start_timeout_ms : timeout_ms
        const timer = setTimeout(() => fail(`no reply to ${message.type} within ${ms} ms`), ms)
        const done = (): void => clearTimeout(timer)
        waiting.set(id, {
          resolve: (reply) => (done(), resolve(reply)),
          reject: (error) => (done(), reject(error)),
        })
        child.stdin.write(`${JSON.stringify({ id, ...message })}\n`)
      }),
    ended: () => ended,
    end() {
      ended = true
      child.kill("SIGKILL")
    },
  }
}

function parseReply(line: string): (Reply & { readonly id: number }) | null {
  try {
    const reply: unknown = JSON.parse(line)
    return isRecord(reply) && typeof reply["id"] === "number"
      ? { ...(reply as Reply), id: reply["id"] }
      : null
  } catch {
    return null
  }
}

/** The last 500 characters of stderr: what a crash usually explains itself with. */
function tailOf(child: ChildProcessWithoutNullStreams): () => string {
  let text = ""
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text = `${text}${chunk}`.slice(-500)
  })
  return () => text.trim()
}
