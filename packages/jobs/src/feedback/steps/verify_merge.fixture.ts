import { published } from "../../forge/forge.fixture.ts"
import { localForge } from "../../forge/local_forge.ts"
import { rowOf } from "./publish.fixture.ts"

export async function bench() {
  const made = await published()
  const forge = localForge({ repository: made.bare })
  const feedback = rowOf(made, { state: "fix-pr-open" })
  return { ...made, forge, feedback }
}
