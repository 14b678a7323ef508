import { once } from "node:events"
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import type { Model, ModelReply, ModelRequest } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { GOOD_WORK, PLAN, textOf, workerModel } from "../shop.fixture.ts"

const ROLES = ["planner", "worker", "reviewer"] as const
type Role = (typeof ROLES)[number]

interface Question {
  readonly role: Role
  readonly request: ModelRequest
}

type Asked = Question | { readonly point: string }

/**
 * A model over HTTP that notes each answer which arrived. It can hold a question until its asker is gone. Programs tell
 * it of points that they have reached, and are held there in the same way.
 */
export interface ModelServer {
  readonly url: string
  /** What was answered, in order: "worker Subtract the discount 1". Of a point: what nobody held. */
  readonly answered: readonly string[]
  /** Resolves when this question comes, which waits from then on. The same question is answered the next time. */
  readonly hold: (question: string) => Promise<void>
  /** Gives those that wait a moment to go away, and answers the others. */
  readonly release: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function modelServer(): Promise<ModelServer> {
  const models: Readonly<Record<Role, Model>> = {
    planner: scriptedModel(() => ({ text: JSON.stringify(PLAN) })),
    worker: workerModel(GOOD_WORK),
    reviewer: scriptedModel(() => ({ text: '{"findings": []}' })),
  }
  const answered: string[] = []
  const held = new Map<string, () => void>()
  const waiting: { readonly resolve: () => void; readonly gone: Promise<unknown> }[] = []
  const server = createServer((asking, response) => {
    void (async () => {
      const asked = (await json(asking)) as Asked
      const question = "point" in asked ? asked.point : questionOf(asked)
      const reached = held.get(question)
      if (reached !== undefined) {
        held.delete(question)
        const gone = once(response, "close")
        const released = new Promise<void>((resolve) => void waiting.push({ resolve, gone }))
        reached()
        await Promise.race([released, gone])
        // Whoever told it was killed there.
        if ("point" in asked) return void response.end()
      }
      if (response.closed || asking.socket.destroyed) return
      answered.push(question)
      if ("point" in asked) return void response.end()
      const reply = await models[asked.role](asked.request, { signal: new AbortController().signal })
      response.end(JSON.stringify(reply))
    })()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    answered,
    hold: async (question) => new Promise((resolve) => void held.set(question, resolve)),
    async release() {
      const [...left] = waiting.splice(0)
      await Promise.race([Promise.all(left.map(({ gone }) => gone)), pause(GOES_AWAY_MS)])
      for (const { resolve } of left) resolve()
    },
    async close() {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const GOES_AWAY_MS = 3000

function questionOf({ role, request }: Question): string {
  if (role !== "worker") return role
  const text = textOf(request)
  const task = Object.keys(GOOD_WORK).find((word) => text.includes(word)) ?? "?"
  return `worker ${task} ${request.messages.filter((message) => message.role === "assistant").length}`
}

/** JavaScript of one line that tells such a server of a point; `point` is an expression. */
export function telling(url: string, point: string): string {
  return `await fetch(${JSON.stringify(url)}, { method: "POST", body: JSON.stringify({ point: ${point} }) })`
}

/** Tells such a server that a point is reached. */
export async function tellPoint(url: string, point: string): Promise<void> {
  await fetch(url, { method: "POST", body: JSON.stringify({ point }) })
}

/** The models of such a server, for another process. */
export function modelsAt(url: string): Readonly<Record<Role, Model>> {
  const modelOf = (role: Role): Model =>
    Object.assign(
      async (...[request, { signal }]: Parameters<Model>) => {
        const body = JSON.stringify({ role, request })
        const response = await fetch(url, { method: "POST", body, signal })
        return (await response.json()) as ModelReply
      },
      { model_name: role, provider: "story" },
    )
  return { planner: modelOf("planner"), worker: modelOf("worker"), reviewer: modelOf("reviewer") }
}
