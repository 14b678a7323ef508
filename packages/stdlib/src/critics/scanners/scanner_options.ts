import type { JsonObject } from "@proofloop/foundation/text"
import * as z from "zod"
import { SEVERITIES } from "./finding.ts"
import { DEFAULT_RULES, type ScannerName } from "./scanner.ts"

const MAX_TIMEOUT_MS = 86_400_000

function options(timeout_ms: number) {
  return {
    severity: z.enum(SEVERITIES, { error: "error, warning or info" }).default("error"),
    timeout_ms: z
      .int({ error: "a whole number of milliseconds" })
      .min(1, { error: "at least 1" })
      .max(MAX_TIMEOUT_MS, { error: "at most a day" })
      .default(timeout_ms),
    /** Program and first arguments. */
    command: z.array(z.string().min(1)).min(1, { error: "a program and its arguments" }).optional(),
  }
}

export const semgrepInput = z.object({
  ...options(60_000),
  /** Rules: a registry name, a file or a folder. */
  config: z.string({ error: "a name of rules" }).min(1).default(DEFAULT_RULES),
})

export const trivyInput = z.object({
  ...options(90_000),
  /** Only findings in paths that the change touches. */
  touched_only: z.boolean({ error: "true or false" }).default(false),
})

type Environment = Readonly<Record<string, string | undefined>>

/** The options that variables set; an invalid value is ignored. */
export function scannerEnvironment(name: ScannerName, env: Environment): JsonObject {
  return name === "semgrep"
    ? {
        ...severityFrom(env["PROOFLOOP_G21_SEVERITY"]),
        ...timeoutFrom(env["SEMGREP_TIMEOUT_S"], 5),
        ...(env["SEMGREP_CONFIG"] ? { config: env["SEMGREP_CONFIG"] } : {}),
      }
    : {
        ...severityFrom(env["PROOFLOOP_G22_SEVERITY"]),
        ...timeoutFrom(env["TRIVY_TIMEOUT_S"], 10),
        ...(isTrue(env["PROOFLOOP_G22_TOUCHED_ONLY"]) ? { touched_only: true } : {}),
      }
}

/** Whether the environment turns off the scan before a run, and with it the critic. */
export function skipsBaseline(name: ScannerName, env: Environment): boolean {
  return isTrue(env[name === "semgrep" ? "PROOFLOOP_PHASE16_OFF" : "PROOFLOOP_PHASE18_OFF"])
}

function severityFrom(value: string | undefined): JsonObject {
  const word = value?.trim().toLowerCase()
  const severity = SEVERITIES.find((known) => known === word)
  return severity === undefined ? {} : { severity }
}

function timeoutFrom(value: string | undefined, minimum_s: number): JsonObject {
  const seconds = Number(value?.trim() || Number.NaN)
  if (!Number.isFinite(seconds)) return {}
  return { timeout_ms: Math.min(MAX_TIMEOUT_MS, Math.round(Math.max(minimum_s, seconds) * 1000)) }
}

function isTrue(value: string | undefined): boolean {
  return ["1", "true", "yes", "on"].includes(value?.trim().toLowerCase() ?? "")
}
