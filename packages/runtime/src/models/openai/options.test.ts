import { isInvalidOptionError, type InvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, test } from "vitest"
import { openAICompatible } from "../openai_compatible.ts"
import { openAICompatibleSettings } from "./options.ts"

const GOOD = { base_url: "http://127.0.0.1:1/v1", model: "m" }

function refusal(options: unknown): InvalidOptionError {
  try {
    // @ts-expect-error what a host without types may pass
    openAICompatible(options)
  } catch (error) {
    if (isInvalidOptionError(error)) return error
    throw error
  }
  throw new Error("not refused")
}

describe("openAICompatible options", () => {
  test.each([
    [undefined, "openAICompatible"],
    [null, "openAICompatible"],
    [{ model: "m" }, "openAICompatible.base_url"],
    [{ ...GOOD, base_url: "localhost:8080" }, "openAICompatible.base_url"],
    [{ ...GOOD, base_url: "file:///etc/passwd" }, "openAICompatible.base_url"],
    [{ ...GOOD, base_url: "http://x/v1/chat/completions/" }, "openAICompatible.base_url"],
    [{ ...GOOD, model: "" }, "openAICompatible.model"],
    [{ ...GOOD, api_key: 7 }, "openAICompatible.api_key"],
    [{ ...GOOD, api_key: "" }, "openAICompatible.api_key"],
    [{ ...GOOD, headers: { "x y": "1" } }, "openAICompatible.headers.x y"],
    [{ ...GOOD, headers: { x: "a\r\nb" } }, "openAICompatible.headers.x"],
    [{ ...GOOD, headers: [] }, "openAICompatible.headers"],
    [{ ...GOOD, stream: "yes" }, "openAICompatible.stream"],
    [{ ...GOOD, temperature: -1 }, "openAICompatible.temperature"],
    [{ ...GOOD, temperature: Number.NaN }, "openAICompatible.temperature"],
    [{ ...GOOD, max_output_tokens: 0 }, "openAICompatible.max_output_tokens"],
    [{ ...GOOD, max_output_tokens: 1.5 }, "openAICompatible.max_output_tokens"],
    [{ ...GOOD, timeout_ms: 0 }, "openAICompatible.timeout_ms"],
    [{ ...GOOD, timeout_ms: 2 ** 31 }, "openAICompatible.timeout_ms"],
    [{ ...GOOD, max_response_bytes: -1 }, "openAICompatible.max_response_bytes"],
    [{ ...GOOD, fetch: {} }, "openAICompatible.fetch"],
    [{ ...GOOD, prices: { input_per_million_usd: 1 } }, "openAICompatible.prices.output_per_million_usd"],
    [
      { ...GOOD, prices: { input_per_million_usd: "1", output_per_million_usd: 1 } },
      "openAICompatible.prices.input_per_million_usd",
    ],
    [{ ...GOOD, extra_body: { messages: [] } }, "openAICompatible.extra_body.messages"],
  ])("%j is refused as %s", (options, option) => {
    expect(refusal(options).option).toBe(option)
  })

  test("an extra_body that JSON cannot hold is refused", () => {
    expect(refusal({ ...GOOD, extra_body: { seed: 1n } }).option).toBe("openAICompatible.extra_body")
  })

  test.each([
    [{ temprature: 1 }, "openAICompatible.temprature", "temperature"],
    [{ apiKey: "k" }, "openAICompatible.apiKey", "api_key"],
    [{ baseURL: "k" }, "openAICompatible.baseURL", "base_url"],
    [{ maxOutputTokens: 3 }, "openAICompatible.maxOutputTokens", "max_output_tokens"],
    [
      { prices: { input_per_million: 1 } },
      "openAICompatible.prices.input_per_million",
      "input_per_million_usd",
    ],
    [
      { prices: { output_per_million_us: 1 } },
      "openAICompatible.prices.output_per_million_us",
      "output_per_million_usd",
    ],
  ])("unknown %j is named, with the near miss", (options, option, did_you_mean) => {
    expect(refusal({ ...GOOD, ...options })).toMatchObject({ option, did_you_mean })
  })

  test("no refusal shows a key", () => {
    const key = "sk-very-secret"
    const refusals = [
      refusal({ ...GOOD, apiKey: key }),
      refusal({ ...GOOD, api_key: `${key}\n` }),
      refusal({ ...GOOD, headers: { "api-key": `${key}\n` } }),
      refusal({ ...GOOD, base_url: `http://user:${key}@host/v1` }),
    ]
    for (const error of refusals)
      expect(JSON.stringify([error.message, error.got, error.stack])).not.toContain(key)
  })
})

describe("settings", () => {
  test.each([
    ["http://h/v1", "http://h/v1/chat/completions"],
    ["http://h/v1//", "http://h/v1/chat/completions"],
    ["http://h", "http://h/chat/completions"],
    ["https://h/deployments/d?api-version=1#x", "https://h/deployments/d/chat/completions?api-version=1"],
  ])("%s becomes %s", (base_url, url) => {
    expect(openAICompatibleSettings({ ...GOOD, base_url }).url.href).toBe(url)
  })

  test("defaults", () => {
    expect(openAICompatibleSettings(GOOD)).toMatchObject({
      stream: true,
      timeout_ms: 600_000,
      max_response_bytes: 8_388_608,
      secrets: [],
    })
  })

  test("headers win over the ones sent by default", () => {
    const { headers } = openAICompatibleSettings({
      ...GOOD,
      api_key: "k",
      headers: { Authorization: "Token t" },
    })
    expect(headers.get("authorization")).toBe("Token t")
    expect(openAICompatibleSettings({ ...GOOD, api_key: "k" }).headers.get("authorization")).toBe("Bearer k")
  })
})
