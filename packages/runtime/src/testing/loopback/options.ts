import * as z from "zod"
import { parseOptions } from "../../models/option_schema.ts"
import type { ScriptedStep } from "../../models/script/step.ts"
import {
  createStepSource,
  whenExhaustedSchema,
  type Script,
  type WhenExhausted,
} from "../../models/script/step_source.ts"

export interface LoopbackRequest {
  /** In capitals, such as `POST`. */
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON body, or its text when it is not JSON. */
  readonly body: unknown
}

/** A fault of one request. Its step is not used up: a retry gets it. */
export interface LoopbackFault {
  /** The 1-based number of the request, or all of them. */
  readonly request: number | "every"
  /**
   * How the reply fails:
   *
   * - status: an error status
   * - reset: the connection is reset
   * - cut: the body ends early, in good order
   * - stall: nothing more is sent
   * - malformed_json: broken JSON in a sound frame
   * - content_type: the right body under a wrong type
   * - body: `chunks`
   */
  readonly kind: "status" | "reset" | "cut" | "stall" | "malformed_json" | "content_type" | "body"
  /** Of status (default 500) and body (default 200). */
  readonly status?: number | undefined
  /** The `Retry-After` header: seconds or an HTTP date. */
  readonly retry_after?: number | string | undefined
  /** More headers of status and body. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Bytes of the body sent before reset, cut and stall; 0: not even headers. Default half. */
  readonly after_bytes?: number | undefined
  /** Of content_type (default "text/html") and body (default "application/json"). */
  readonly content_type?: string | undefined
  /** The body of body, one write each. */
  readonly chunks?: ReadonlyArray<string | Uint8Array> | undefined
}

export interface LoopbackModelServerOptions {
  readonly script: Script<LoopbackRequest>
  /** Default 0: any free port. */
  readonly port?: number | undefined
  /** Bytes per write of a body, so that characters and lines are cut anywhere. Default: an event per write. */
  readonly chunk_size?: number | undefined
  /** Faults of the first requests, in order. Default none. */
  readonly faults?: readonly LoopbackFault[] | undefined
  /** What a list of steps that has run out does. Default "error": status 400. */
  readonly when_exhausted?: WhenExhausted | undefined
}

export interface LoopbackSettings {
  readonly port: number
  readonly chunk_size: number
  readonly faults: readonly LoopbackFault[]
  readonly stepOf: (request: LoopbackRequest, turn: number) => Promise<ScriptedStep>
}

/** Checks the options; throws `InvalidOptionError` naming the bad one. */
export function loopbackSettings({ script, ...options }: LoopbackModelServerOptions): LoopbackSettings {
  const given = parseOptions(OWNER, optionsSchema, options)
  return {
    port: given.port ?? 0,
    chunk_size: given.chunk_size ?? Number.POSITIVE_INFINITY,
    faults: given.faults ?? [],
    stepOf: createStepSource(OWNER, script, given.when_exhausted),
  }
}

const OWNER = "startLoopbackModelServer"

function whole(expected: string, min: number, max: number): z.ZodNumber {
  const error = { error: expected }
  return z.number(error).int(error).min(min, error).max(max, error)
}

const KINDS = ["status", "reset", "cut", "stall", "malformed_json", "content_type", "body"] as const
const text = z.string({ error: "a text" })

const faultSchema = z.strictObject(
  {
    request: z.union([whole("", 1, Number.MAX_SAFE_INTEGER), z.literal("every")], {
      error: 'the number of a request, from 1, or "every"',
    }),
    kind: z.enum(KINDS, { error: `one of ${KINDS.join(", ")}` }),
    status: whole("an HTTP status", 100, 599).optional(),
    retry_after: z.union([z.number(), z.string()], { error: "seconds or an HTTP date" }).optional(),
    headers: z.record(z.string(), text, { error: "an object of header names and values" }).optional(),
    after_bytes: whole("a number of bytes", 0, Number.MAX_SAFE_INTEGER).optional(),
    content_type: text.optional(),
    chunks: z.array(z.union([z.string(), z.instanceof(Uint8Array)], { error: "texts or bytes" })).optional(),
  },
  { error: "a fault { request, kind, ... }" },
)

const optionsSchema = z.strictObject(
  {
    port: whole("a port from 0 to 65535", 0, 65_535).optional(),
    chunk_size: whole("a number of bytes, 1 or more", 1, Number.MAX_SAFE_INTEGER).optional(),
    faults: z.array(faultSchema, { error: "a list of faults" }).optional(),
    when_exhausted: whenExhaustedSchema,
  },
  { error: "an object of options" },
)
