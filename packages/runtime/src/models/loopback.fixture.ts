import { isModelError, type ModelError } from "../errors/model_error.ts"
import type { Model, ModelReply, ModelRequest } from "../protocol/model.ts"
import {
  startLoopbackModelServer,
  type LoopbackModelServer,
  type LoopbackModelServerOptions,
} from "../testing/loopback/model_server.ts"
import { openAICompatible, type OpenAICompatibleOptions } from "./openai_compatible.ts"

export const HELLO: ModelRequest = {
  messages: [{ role: "user", content: "hello" }],
  tools: [],
  tool_choice: "auto",
}

/** Runs `use` beside a loopback server and closes it afterwards. */
export async function withServer<T>(
  options: LoopbackModelServerOptions,
  use: (server: LoopbackModelServer) => Promise<T>,
): Promise<T> {
  const server = await startLoopbackModelServer(options)
  try {
    return await use(server)
  } finally {
    await server.close()
  }
}

/** One call against a server with the given options. */
export async function ask(
  server: LoopbackModelServerOptions,
  model: Partial<OpenAICompatibleOptions> = {},
  request: ModelRequest = HELLO,
  on_delta?: (text: string) => void,
): Promise<ModelReply> {
  return withServer(server, ({ url }) => {
    return call(openAICompatible({ base_url: url, model: "m", ...model }), request, on_delta)
  })
}

/** One call against a server that answers with these body chunks. */
export async function askRaw(
  chunks: ReadonlyArray<string | Uint8Array>,
  { content_type = "text/event-stream", status = 200, ...model }: RawOptions = {},
): Promise<ModelReply> {
  return ask(
    { script: [], faults: [{ request: "every", kind: "body", chunks, content_type, status }] },
    model,
  )
}

export interface RawOptions extends Partial<OpenAICompatibleOptions> {
  readonly content_type?: string
  readonly status?: number
}

/** The data lines of a stream, ended by `[DONE]`. */
export function events(...chunks: readonly unknown[]): string[] {
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"]
}

/** A streamed chunk with one delta. */
export function delta(fields: object, finish_reason: string | null = null): object {
  return { choices: [{ index: 0, delta: fields, finish_reason }] }
}

export async function call(
  model: Model,
  request: ModelRequest = HELLO,
  on_delta?: (text: string) => void,
): Promise<ModelReply> {
  return model(request, { signal: new AbortController().signal, on_delta })
}

/** The `ModelError` a call fails with. */
export async function failure(work: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await work.then(
    (reply) => new Error(`no failure: ${JSON.stringify(reply)}`),
    (reason: unknown) => reason,
  )
  if (isModelError(error)) return error
  throw error
}
