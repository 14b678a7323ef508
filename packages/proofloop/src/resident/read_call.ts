import * as z from "zod"
import type { ResidentCall } from "./messages.ts"

const terminal = z.object({ is_terminal: z.boolean(), columns: z.number().nullable() })

const schema = z.object({
  argv: z.array(z.string()),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  umask: z.int().min(0).max(0o777),
  stdout: terminal,
  stderr: terminal,
})

/** null: not a call, or one that a resident check does not take. */
export function readCall(line: string): ResidentCall | null {
  try {
    const call = schema.parse(JSON.parse(line))
    return call.argv.some((word) => OWN_PROCESS.test(word)) ? null : call
  } catch {
    return null
  }
}

/** What stays, and what is about another repository or configuration. */
const OWN_PROCESS = /^--(?:watch|serve|repo|config|no-config)(?:=|$)/
