import { localForge } from "@proofloop/jobs/forge"
import { published } from "../../../jobs/src/forge/forge.fixture.ts"
import { publishOptions } from "./publish.fixture.ts"

export async function bench() {
  const made = await published()
  const forge = localForge({ repository: made.bare })
  return { ...made, forge, options: publishOptions(made, forge) }
}
