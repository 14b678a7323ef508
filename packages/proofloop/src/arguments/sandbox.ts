import { bubblewrap, type Runner, sandboxMissing } from "@proofloop/foundation/sandbox"
import { Misuse } from "../console/misuse.ts"
import type { Input } from "./verb.ts"

/** The sandbox that `--sandbox` asks for, which the call then needs. */
export function sandboxRunner(input: Pick<Input, "needs">): Runner {
  input.needs(async () => {
    const reason = await sandboxMissing()
    if (reason !== null) throw new Misuse(`--sandbox: ${reason}`)
  })
  return bubblewrap()
}
