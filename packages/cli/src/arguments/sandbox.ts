import { bubblewrap, type Runner, sandboxMissing } from "@proofloop/foundation/sandbox"
import { Misuse } from "../console/misuse.ts"

/** The sandbox that `--sandbox` asks for. Throws Misuse when there is none. */
export async function sandboxRunner(): Promise<Runner> {
  const reason = await sandboxMissing()
  if (reason !== null) throw new Misuse(`--sandbox: ${reason}`)
  return bubblewrap()
}
