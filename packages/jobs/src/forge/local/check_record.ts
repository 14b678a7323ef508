import { readFile } from "node:fs/promises"
import { errorCode } from "@proofloop/foundation/errors"
import * as z from "zod"
import type { Check } from "../checks.ts"
import { ForgeError } from "../forge_error.ts"

const checkRecord = z.strictObject({
  name: z.string().min(1).max(100),
  state: z.enum(["passed", "failed", "cancelled"]),
  /** "exit code 0", "timed out", or why it could not run. */
  told: z.string().max(1000),
  /** The sandbox it ran in; "none" is this machine itself. */
  sandbox: z.enum(["bubblewrap", "none"]),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
})

export type CheckRecord = Readonly<z.infer<typeof checkRecord>>

/** null: there is none yet. Rejects with ForgeError for a malformed one. */
export async function readCheck(path: string): Promise<CheckRecord | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null
    throw error
  })
  if (text === null) return null
  const { data } = checkRecord.safeParse(parsed(text))
  if (data !== undefined) return data
  throw new ForgeError(`${path} is not a result of a check; delete it to have it run again`, {
    retryable: false,
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** As `Checks.of` tells it; null: it runs. */
export function checkOf(name: string, commit: string, record: CheckRecord | null): Check {
  const shown = { name, commit, kind: "run", url: null } as const
  if (record === null) return { ...shown, state: "pending", told: "running", summary: "", log_id: null }
  const { state, told, sandbox } = record
  const summary = sandbox === "none" ? `${told}, without a sandbox` : told
  return { ...shown, state, told, summary, log_id: commit }
}
