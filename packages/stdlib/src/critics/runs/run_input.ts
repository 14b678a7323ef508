import * as z from "zod"

/** Options of a critic that runs something: the time for each run, and a command line in place of the detected one. */
export function runInput(timeout_ms: number) {
  return {
    timeout_ms: z
      .int({ error: "a whole number of milliseconds" })
      .min(1, { error: "at least 1" })
      .max(86_400_000, { error: "at most a day" })
      .default(timeout_ms),
    command: z.string({ error: "a command line" }).trim().min(1, { error: "a command line" }).optional(),
  }
}
