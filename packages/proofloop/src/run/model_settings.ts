import { oneLine, redactSecrets } from "@proofloop/foundation/text"
import { untrustedHost } from "../arguments/may_decide.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

export interface AskedModel {
  readonly model?: string | undefined
  readonly base_url?: string | undefined
  readonly api_key_env?: string | undefined
}

export interface ModelSettings {
  readonly model: string
  readonly base_url: string
  readonly api_key?: string
}

/** The machine of a kept address that nobody has said to ask since; null: it may be asked. */
export function unaskedMachine({ base_url }: Pick<ModelSettings, "base_url">, env: Io["env"]): string | null {
  return base_url === env["PROOFLOOP_BASE_URL"] ? null : untrustedHost(base_url, env)
}

const KEY_VARIABLE = "OPENAI_API_KEY"

/** The variable that a kept job wants the key from and nobody has named since; null: it is the usual one. */
export function unnamedVariable({ api_key_env }: { readonly api_key_env: string | null }): string | null {
  return api_key_env === KEY_VARIABLE ? null : api_key_env
}

/** The model to ask: the requested one, else the environment's. Needs its key. Throws Misuse that says how to configure one. */
export function readModel(asked: AskedModel, { needs }: Pick<Input, "needs">, env: Io["env"]): ModelSettings {
  const settings = readModelSettings(asked, env)
  needs(() => requireKey(asked, env))
  return settings
}

/** Throws Misuse where the variable that was named for the key is not set. */
export function requireKey({ api_key_env }: AskedModel, env: Io["env"]): void {
  if (api_key_env !== undefined && nonEmpty(env[api_key_env]) === undefined)
    throw new Misuse(`--api-key-env ${api_key_env}: the environment variable ${api_key_env} is not set`)
}

/** The same without a look for its key. */
export function readModelSettings(asked: AskedModel, env: Io["env"]): ModelSettings {
  const model = asked.model ?? nonEmpty(env["PROOFLOOP_MODEL"])
  const base_url = asked.base_url ?? nonEmpty(env["PROOFLOOP_BASE_URL"])
  const missing = [
    ...(model === undefined ? ["--model NAME (or PROOFLOOP_MODEL)"] : []),
    ...(base_url === undefined ? ["--base-url URL (or PROOFLOOP_BASE_URL)"] : []),
  ]
  if (model === undefined || base_url === undefined) throw new Misuse(howTo(missing))
  refuseOtherUrl(base_url, asked.base_url === undefined ? "PROOFLOOP_BASE_URL" : "--base-url")
  const api_key = nonEmpty(env[asked.api_key_env ?? KEY_VARIABLE])
  return { model, base_url, ...(api_key === undefined ? {} : { api_key }) }
}

function refuseOtherUrl(base_url: string, source: string): void {
  const url = URL.canParse(base_url) ? new URL(base_url) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Misuse(
      `${source}: expected an http or https URL such as ${LOCAL_URL}, got "${oneLine(redactSecrets(base_url))}"`,
    )
}

const LOCAL_URL = "http://127.0.0.1:11434/v1"

function howTo(missing: readonly string[]): string {
  return `no model is configured; missing: ${missing.join(" and ")}

Any server that speaks OpenAI's chat completions API will do. By flags:

  a local one (here ollama; llama.cpp, vLLM and LM Studio have such a URL as well; no key needed):
    --model qwen3-coder --base-url ${LOCAL_URL}

  a hosted one, its key in OPENAI_API_KEY (or in the variable that --api-key-env names):
    --model gpt-5.1 --base-url https://api.openai.com/v1

Or once, by environment: PROOFLOOP_MODEL, PROOFLOOP_BASE_URL and, where a key is needed, OPENAI_API_KEY.
To see the loop at work without a model: npx proofloop demo`
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text
}
