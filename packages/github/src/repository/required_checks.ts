import { ForgeError } from "@proofloop/jobs/forge"
import * as z from "zod"
import type { Client } from "../client/client.ts"
import { inShape } from "../client/in_shape.ts"

const ruleList = z.array(z.object({ type: z.string(), parameters: z.unknown().optional() }))
const checksOfRule = z.object({ required_status_checks: z.array(z.object({ context: z.string() })) })
const branchShape = z.object({
  protection: z
    .object({ required_status_checks: z.object({ contexts: z.array(z.string()).default([]) }).nullish() })
    .nullish(),
})

/** The checks that a branch's rules and older protection demand; null when the token may see neither. */
export async function requiredChecks(
  client: Client,
  repository: string,
  branch: string,
  signal?: AbortSignal,
): Promise<readonly string[] | null> {
  const name = encodeURIComponent(branch)
  const told = [
    await orNothing(async () => {
      const found: string[] = []
      const path = `${repository}/rules/branches/${name}`
      for await (const page of client.pages({ path }, signal)) {
        for (const { type, parameters } of inShape(ruleList, page)) {
          if (type !== "required_status_checks") continue
          const { required_status_checks } = inShape(checksOfRule, parameters)
          found.push(...required_status_checks.map(({ context }) => context))
        }
      }
      return found
    }),
    await orNothing(async () => {
      const asked = client.ask({ method: "GET", path: `${repository}/branches/${name}` }, signal)
      return inShape(branchShape, await asked).protection?.required_status_checks?.contexts ?? []
    }),
  ].filter((names) => names !== null)
  return told.length === 0 ? null : [...new Set(told.flat())]
}

async function orNothing(read: () => Promise<readonly string[]>): Promise<readonly string[] | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ForgeError && (error.problem === "missing" || error.problem === "credential"))
      return null
    throw error
  }
}
