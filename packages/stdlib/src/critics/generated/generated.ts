import * as z from "zod"
import { defineCritic } from "../critic.ts"
import { verdictOf } from "../verdict.ts"
import { editedOutputs } from "./edited_outputs.ts"
import { staleLocks } from "./stale_locks.ts"

/** generated: what a program writes must go with what it writes it from. @requirement critics.generated */
export const generatedFiles = defineCritic({
  id: "generated",
  title: "Generated files",
  description:
    "Finds a generated file that a change edits without its source, and a lock that no longer says what its manifest says.",
  scope: "repository",
  default_in: { gate: true, check: true },
  severity: "warning",
  input: z.object({
    /** Locks are compared with their manifests. */
    locks: z.boolean().default(true),
  }),
  // Who writes texts alone cannot run a package manager.
  gate_input: { locks: false },
  event: { type: "critic_generated.fail" },
  check_name: "Generated file check",
  advice:
    "Change the source and run its generator, or the package manager, and leave what they write as they wrote it.",
  async check(change, facts, { locks }) {
    return verdictOf([
      ...(await editedOutputs(change, facts)),
      ...(locks ? await staleLocks(change, facts) : []),
    ])
  },
})
