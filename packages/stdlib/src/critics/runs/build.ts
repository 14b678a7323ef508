import { cutCodePoints } from "@proofloop/foundation/text"
import * as z from "zod"
import { defineCritic } from "../critic.ts"
import type { Violation } from "../verdict.ts"
import { runInput } from "./run_input.ts"

/** build: what does not compile any more. @requirement critics.build */
export const build = defineCritic({
  id: "build",
  title: "Build check",
  description: "Stops a change after which the project does not compile",
  scope: "repository",
  needs: "run",
  default_in: { gate: true, check: false },
  input: z.object(runInput(60_000)),
  event: {
    type: "critic_build_retry.fail",
    fields: ({ violations }) => ({ error: cutCodePoints(violations.map(describe).join("\n"), 500) }),
  },
  check_name: "Build check",
  advice:
    "Fix what the compiler names. Do not invent signatures: look the real one up and call it as it is. A name that is " +
    "undefined does not exist in this repository.",
  async check(change, facts, options) {
    // Loaded late: the code that reads compilers' output is large, and most checks run none.
    const { judgeBuild } = await import("./judge_build.ts")
    return judgeBuild(change, facts, options)
  },
})

function describe({ path, line, column, rule, message }: Violation): string {
  return `${[path, line, column].filter((part) => part !== undefined).join(":")} [${rule}] ${message}`
}
