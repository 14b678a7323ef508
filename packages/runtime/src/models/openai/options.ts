import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import * as z from "zod"
import { parseOptions } from "../option_schema.ts"
import { pricesSchema, type Prices } from "../prices.ts"

export interface OpenAICompatibleOptions {
  /** Where the API lives, with its version and without `/chat/completions`, e.g. `http://127.0.0.1:11434/v1`. */
  readonly base_url: string
  readonly model: string
  /** Sent as a bearer token. Left out for servers without keys. Never part of an error message. */
  readonly api_key?: string | undefined
  /** Added to every request; wins over the headers sent by default. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Ask for a stream of server-sent events. Default true. A server that answers without a stream is understood as well. */
  readonly stream?: boolean | undefined
  /** Default: the server's. */
  readonly temperature?: number | undefined
  /** Sent as `max_tokens`. Default: the server's. */
  readonly max_output_tokens?: number | undefined
  /** More fields of the request body; one that is `undefined` here removes a field sent by default (`stream_options`). */
  readonly extra_body?: Readonly<Record<string, unknown>> | undefined
  /** Default: the global `fetch`, whose own limit is 5 minutes until the first byte and between two bytes. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Adds `cost_usd` to the usage. */
  readonly prices?: Prices | undefined
  /** For the whole call, in milliseconds. Default 10 minutes. */
  readonly timeout_ms?: number | undefined
  /** Most bytes of one response body, unpacked. Default 8 MiB. */
  readonly max_response_bytes?: number | undefined
}

export interface OpenAICompatibleSettings {
  readonly url: URL
  readonly model: string
  readonly headers: Headers
  readonly stream: boolean
  readonly body: JsonObject
  readonly extra_body: Readonly<Record<string, unknown>>
  readonly fetch: typeof globalThis.fetch
  readonly prices: Prices | undefined
  readonly timeout_ms: number
  readonly max_response_bytes: number
  /** Texts no error message may contain. */
  readonly secrets: readonly string[]
}

/** Checks the options; throws `InvalidOptionError` naming the bad one. */
export function openAICompatibleSettings(options: OpenAICompatibleOptions): OpenAICompatibleSettings {
  const given = parseOptions(OWNER, optionsSchema, options, new Set(["api_key", "headers"]))
  checkExtraBody(given.extra_body ?? {})
  return {
    url: completionsUrl(given.base_url),
    model: given.model,
    headers: requestHeaders(given.api_key, given.headers),
    stream: given.stream ?? true,
    body: {
      model: given.model,
      temperature: given.temperature,
      max_tokens: given.max_output_tokens,
    },
    extra_body: given.extra_body ?? {},
    // Looked up at each call: hosts and tests replace the global one.
    fetch: given.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    prices: given.prices,
    timeout_ms: given.timeout_ms ?? 600_000,
    max_response_bytes: given.max_response_bytes ?? 8 * 1024 * 1024,
    secrets: secretsOf(given.api_key, given.headers),
  }
}

const OWNER = "openAICompatible"
const OWN_FIELDS = ["model", "messages", "tools", "tool_choice", "stream"]

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const flag = z.boolean({ error: "true or false" })

function wholeNumber(expected: string, max: number): z.ZodNumber {
  const error = { error: expected }
  return z.number(error).int(error).min(1, error).max(max, error)
}

const optionsSchema = z.strictObject(
  {
    base_url: z.string({ error: "an http or https URL" }),
    model: z.string({ error: "the name of a model" }).min(1, { error: "the name of a model" }),
    api_key: z
      .string({ error: "a key, or nothing for a server without keys" })
      .regex(/^[\x21-\x7e]+$/, {
        error: "a key without spaces or line breaks, or nothing for a server without keys",
      })
      .optional(),
    headers: z
      .record(
        z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: "names of HTTP headers" }),
        z
          .string({ error: "a text" })
          .regex(HEADER_VALUE, { error: "a text that can be sent as an HTTP header" }),
        { error: "an object of header names and values" },
      )
      .optional(),
    stream: flag.optional(),
    temperature: z
      .number({ error: "a number, 0 or more" })
      .min(0, { error: "a number, 0 or more" })
      .optional(),
    max_output_tokens: wholeNumber("a whole number of tokens, 1 or more", Number.MAX_SAFE_INTEGER).optional(),
    extra_body: z.record(z.string(), z.unknown(), { error: "an object of request fields" }).optional(),
    fetch: z
      .custom<typeof globalThis.fetch>((value) => typeof value === "function", {
        error: "a function like fetch",
      })
      .optional(),
    prices: pricesSchema.optional(),
    timeout_ms: wholeNumber("a whole number of milliseconds from 1 to 2147483647", 2 ** 31 - 1).optional(),
    max_response_bytes: wholeNumber("a whole number of bytes, 1 or more", Number.MAX_SAFE_INTEGER).optional(),
  },
  { error: "an object of options" },
)

function checkExtraBody(extra_body: Readonly<Record<string, unknown>>): void {
  const option = `${OWNER}.extra_body`
  const own = OWN_FIELDS.find((name) => name in extra_body)
  if (own !== undefined) {
    const expected = "no field that the library sets itself"
    throw new InvalidOptionError({ option: `${option}.${own}`, expected, got: extra_body[own] })
  }
  try {
    JSON.stringify(extra_body)
  } catch {
    throw new InvalidOptionError({ option, expected: "an object that JSON can hold", got: extra_body })
  }
}

function completionsUrl(base_url: string): URL {
  const option = `${OWNER}.base_url`
  const url = URL.canParse(base_url) ? new URL(base_url) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidOptionError({ option, expected: "an http or https URL", got: base_url })
  }
  if (url.username !== "" || url.password !== "") {
    const expected = "a URL without a user name or password (use api_key or headers)"
    throw new InvalidOptionError({ option, expected, got: "[hidden]" })
  }
  const path = url.pathname.replace(/\/{1,64}$/, "")
  if (path.endsWith("/chat/completions")) {
    throw new InvalidOptionError({
      option,
      expected: "the URL before /chat/completions",
      got: url.origin + path,
    })
  }
  url.pathname = `${path}/chat/completions`
  url.hash = ""
  return url
}

function requestHeaders(
  api_key: string | undefined,
  more: Readonly<Record<string, string>> | undefined,
): Headers {
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  })
  if (api_key !== undefined) headers.set("authorization", `Bearer ${api_key}`)
  for (const [name, value] of Object.entries(more ?? {})) headers.set(name, value)
  return headers
}

/** The key, and every header value that is long enough to be one. */
function secretsOf(
  api_key: string | undefined,
  headers: Readonly<Record<string, string>> | undefined,
): string[] {
  const parts = Object.values(headers ?? {}).flatMap((value) => [value, ...value.split(/\s+/)])
  return [...(api_key === undefined ? [] : [api_key]), ...parts.filter((part) => part.length >= 8)]
}
