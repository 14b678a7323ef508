import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test"

/** One reply of the model; a call's input is what the model writes, a string stands as it is. */
export interface ScriptedReply {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly input?: unknown; readonly id?: string }[]
}

/** An AI SDK model that replies from a script, to `doGenerate` and `doStream` alike. */
export function scriptedLanguageModel(script: (call: number) => ScriptedReply): MockLanguageModelV3 {
  const model: MockLanguageModelV3 = new MockLanguageModelV3({
    doGenerate: async () => {
      const { content, finishReason } = read(script, model.doGenerateCalls.length)
      return { content, finishReason, usage: USAGE, warnings: [] }
    },
    doStream: async () => {
      const { content, finishReason } = read(script, model.doStreamCalls.length)
      const stream = convertArrayToReadableStream<StreamPart>([
        { type: "stream-start", warnings: [] },
        ...content.flatMap(toStream),
        { type: "finish", finishReason, usage: USAGE },
      ])
      return { stream }
    },
  })
  return model
}

type Reply = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>
type StreamPart = Reply["stream"] extends ReadableStream<infer PART> ? PART : never
type Part =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool-call"
      readonly toolCallId: string
      readonly toolName: string
      readonly input: string
    }

function toStream(part: Part): StreamPart[] {
  if (part.type !== "text") return [part]
  return [
    { type: "text-start", id: "text" },
    { type: "text-delta", id: "text", delta: part.text },
    { type: "text-end", id: "text" },
  ]
}

function read(script: (call: number) => ScriptedReply, call: number) {
  const { text, calls = [] } = script(call)
  const content: Part[] = [
    ...(text === undefined ? [] : [{ type: "text" as const, text }]),
    ...calls.map(({ name, input = {}, id }, at) => ({
      type: "tool-call" as const,
      toolCallId: id ?? `call_${call}_${at + 1}`,
      toolName: name,
      input: typeof input === "string" ? input : JSON.stringify(input),
    })),
  ]
  const unified = calls.length > 0 ? ("tool-calls" as const) : ("stop" as const)
  return { content, finishReason: { unified, raw: unified } }
}

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

/** The texts of the user messages a model was called with, one list a call. */
export function userTexts(model: MockLanguageModelV3): readonly (readonly string[])[] {
  const calls = [...model.doGenerateCalls, ...model.doStreamCalls]
  return calls.map(({ prompt }) =>
    prompt.flatMap((message) =>
      message.role === "user"
        ? message.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
        : [],
    ),
  )
}
