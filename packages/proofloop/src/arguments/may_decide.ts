import { type Config, configName } from "../config/config.ts"
import type { Io } from "../console/io.ts"
import type { OptionSpec } from "./verb.ts"

interface Decision {
  readonly config: Config
  /** Such as "model.base_url". */
  readonly path: string
  /** Such as "base-url". */
  readonly option: string
  readonly spec: OptionSpec
  readonly value: unknown
}

/**
 * Why a configuration may not decide something, or null. A file that --config names may decide everything. Another one
 * names no machine that would get a key, a password or the word of a model, unless a person trusts it. That of a
 * repository the caller does not stand in gives none of the caller's rights away.
 */
export function refusedDecision(
  { config, path, option, spec, value }: Decision,
  env: Io["env"],
): string | null {
  if (config.standing === "named") return null
  const file = configName(config)
  if (config.standing === "foreign" && (spec.personal === true || spec.value === COMMAND)) {
    return `${path}: a repository that you do not stand in may not decide this; say --${option}, or name ${file} with --config`
  }
  const host = untrustedHost(value, env)
  if (host === null) return null
  return `${path}: ${file} names ${host}, which a repository may not choose; if you trust it, set ${TRUSTED_HOSTS}=${host}, say --${option}, or name the file with --config`
}

/** The first machine in URLs of a file that nobody here has said to trust; null: all are trusted. */
export function untrustedHost(value: unknown, env: Io["env"]): string | null {
  const host = [value]
    .flat()
    .flatMap(hostsIn)
    .find((one) => !isTrusted(one, env))
  return host ?? null
}

/** How help names a value that runs with the caller's rights. */
const COMMAND = "COMMAND"

export const TRUSTED_HOSTS = "PROOFLOOP_TRUSTED_HOSTS"

/** Their own keys go there anyway. */
const WELL_KNOWN: ReadonlySet<string> = new Set(["api.openai.com", "api.github.com"])

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/

/**
 * The machines of whatever a client reads as a URL: "https:/a.test" and " https://a.test" are URLs too. A client of
 * Postgres prefers those of its parameter.
 */
function hostsIn(value: unknown): readonly string[] {
  const text = String(value)
  if (!URL.canParse(text))
    return /^\s*[a-z][a-z0-9+.-]{1,20}:\/\//i.test(text) ? ["a URL that cannot be read"] : []
  const { host, searchParams } = new URL(text)
  const named = searchParams.getAll("host").flatMap((one) => one.split(","))
  return [host, ...named].filter((one) => one !== "" && !one.startsWith("/"))
}

function isTrusted(host: string, env: Io["env"]): boolean {
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase()
  const trusted = (env[TRUSTED_HOSTS] ?? "").toLowerCase().split(/[\s,]+/)
  return (
    LOOPBACK.test(name) ||
    WELL_KNOWN.has(name) ||
    trusted.includes(name) ||
    trusted.includes(host.toLowerCase())
  )
}
