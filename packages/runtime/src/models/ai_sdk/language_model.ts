/**
 * What this library uses of an AI SDK language model, spec v2 (ai 5), v3 (ai 6) or v4 (ai 7), written down so that no
 * version of `ai` is needed. `doGenerate` and `doStream` are methods because TypeScript compares their parameters in
 * both directions, so the narrower options of each spec fit.
 */
export interface AiSdkModel {
  /** `v2`, `v3` or `v4`. */
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: AiSdkCallOptions): PromiseLike<AiSdkResult>
  /** Asks for a reply part by part. Default: the whole reply at once. */
  doStream?(options: AiSdkCallOptions): PromiseLike<unknown>
}

export interface AiSdkCallOptions {
  readonly prompt: AiSdkMessage[]
  /** Tools that the model may call; absent for none. */
  readonly tools?: Array<{
    readonly type: "function"
    readonly name: string
    readonly description: string
    readonly inputSchema: Record<string, unknown>
  }>
  /** Whether the model may call tools; absent: as its provider does by default. */
  readonly toolChoice?: {
    /** `none` forbids calls. */
    readonly type: "auto" | "none"
  }
  readonly abortSignal?: AbortSignal
  /** Sampling temperature; absent: the provider's default. */
  readonly temperature?: number
  /** Longest reply in tokens; absent: the provider's default. */
  readonly maxOutputTokens?: number
  /** Always absent: this library gives providers no options of their own. */
  readonly providerOptions?: Record<string, never>
}

export type AiSdkMessage =
  | {
      readonly role: "system"
      readonly content: string
    }
  | {
      readonly role: "user"
      /** What the user says, or what this library says to the model. */
      readonly content: AiSdkTextPart[]
    }
  | {
      readonly role: "assistant"
      readonly content: (AiSdkTextPart | AiSdkCallPart)[]
    }
  | {
      readonly role: "tool"
      readonly content: AiSdkResultPart[]
    }

export interface AiSdkTextPart {
  readonly type: "text"
  readonly text: string
}

export interface AiSdkCallPart {
  readonly type: "tool-call"
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}

export interface AiSdkResultPart {
  readonly type: "tool-result"
  readonly toolCallId: string
  readonly toolName: string
  readonly output: {
    /** `error-text` for a failed call. */
    readonly type: "text" | "error-text"
    readonly value: string
  }
}

export interface AiSdkResult {
  readonly content: ReadonlyArray<{
    /** The sort of part: "text", "reasoning", "tool-call". */
    readonly type: string
  }>
  /** Why the model stopped, in the form of its version of the AI SDK. */
  readonly finishReason: unknown
  /** Tokens of the call, in the form of its version of the AI SDK. */
  readonly usage: unknown
}

const SPECIFICATIONS: ReadonlySet<unknown> = new Set(["v2", "v3", "v4"])

/** Recognises a language model of a spec version this library speaks. */
export function isAiSdkModel(value: unknown): value is AiSdkModel {
  return (
    typeof value === "object" &&
    value !== null &&
    "specificationVersion" in value &&
    SPECIFICATIONS.has(value.specificationVersion) &&
    "doGenerate" in value &&
    typeof value.doGenerate === "function"
  )
}
