import { isRecord } from "@proofloop/foundation/text"
import type { Implementation } from "../implementation.ts"
import { difference } from "../match.ts"
import { inRepositoryWith } from "../subjects/repository.ts"
import type { ForgedAnswer, ForgedCase } from "./case.ts"
import { loadRepository, type Repository } from "./repository.ts"
import { taskOf } from "./task.ts"
import { isInstalled } from "./toolchain.ts"

/** Why a case is skipped; the runner reports the number. */
export interface LeftOut {
  readonly left_out: string
}

/**
 * Lets a loop run a scripted agent in a fresh repository, and compares its statement about the run: the first
 * difference, null, or why the case is skipped. A `told` case is played once more with `require_unchanged_checks`,
 * and must then not be verified.
 */
export async function driveForged(
  implementation: Implementation,
  played: ForgedCase,
): Promise<string | null | LeftOut> {
  const repository = await loadRepository(played.repository)
  if (!(await isInstalled(repository.toolchain)))
    return { left_out: `the toolchain ${repository.toolchain} is not installed here` }
  const is_ours = implementation.name === "proofloop"
  const found = await compare(implementation, played, repository)
  if (!is_ours || played.known_gap === undefined) return found
  if (found === null) return "the case holds: take its known_gap away"
  return { left_out: `known gap: ${played.known_gap}` }
}

async function compare(
  implementation: Implementation,
  played: ForgedCase,
  repository: Repository,
): Promise<string | null | LeftOut> {
  const reply = await ask(implementation, played, repository, false)
  if ("left_out" in reply) return reply
  // A loop that detects more than ours is no worse.
  const may_hold = played.stands === "out_of_scope" && implementation.name !== "proofloop"
  const found = may_hold ? null : difference(played.expect, reply, "")
  if (found !== null) return `${found}${reply.stop_detail === undefined ? "" : ` (${reply.stop_detail})`}`
  if (played.stands !== "told") return null
  const strict = await ask(implementation, played, repository, true)
  if ("left_out" in strict) return null
  return difference({ verified: false }, strict, "with require_unchanged_checks")
}

async function ask(
  implementation: Implementation,
  played: ForgedCase,
  repository: Repository,
  is_strict: boolean,
): Promise<ForgedAnswer | LeftOut> {
  return inRepositoryWith([{ ...repository.files, ...played.files }], async (root) => {
    const task = taskOf(played, { root, repository, is_strict })
    const { error, forged } = await implementation.request({ type: "forged", task })
    if (error) return { left_out: `${implementation.name} does not take ${error.option}` }
    if (!isRecord(forged) || typeof forged["verified"] !== "boolean")
      throw new Error("the reply to forged does not say whether the run is verified")
    return forged as unknown as ForgedAnswer
  })
}
