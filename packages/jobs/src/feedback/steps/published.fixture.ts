import { published } from "../../forge/forge.fixture.ts"
import { localForge } from "../../forge/local_forge.ts"
import { publishOptions } from "./publish.fixture.ts"

export async function bench() {
  const made = await published()
  const forge = localForge({ repository: made.bare })
  return { ...made, forge, options: publishOptions(made, forge) }
}
