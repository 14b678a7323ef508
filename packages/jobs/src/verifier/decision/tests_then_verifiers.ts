import type { VerifyFunction } from "@proofloop/runtime"
import { type VerifyAnswer, verifyByCommand, type VerifyCommand } from "@proofloop/runtime/internal"
import type { VerifierOptions } from "../session/verifiers.ts"
import { independentVerifiers } from "./independent_verifiers.ts"

/**
 * A loop's `verify_completion` that passes when a command passes and the verifiers cannot refute the work. The
 * command gives the proof; the verifiers can only veto, and are asked only when the command passes. Throws
 * InvalidOptionError for bad options.
 */
export function testsThenVerifiers(command: VerifyCommand, options: VerifierOptions): VerifyFunction {
  const judge = independentVerifiers(options)
  return async (payload, { signal }): Promise<VerifyAnswer> => {
    const tests = await verifyByCommand({ cwd: options.root, ...command }, options.root, signal)
    if (tests.status !== "pass") return tests
    const answer = await judge(payload, { signal })
    const is_pass = typeof answer === "object" && answer !== null && answer.status === "pass"
    return is_pass ? tests : answer
  }
}
