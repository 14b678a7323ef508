import { type Case, casesDirectory, loadCases, type Suite } from "@proofloop/conformance"
import type { Input } from "../arguments/verb.ts"

/** The cases that `--suite`, `--filter` and `--skip` leave, sorted by id within their suite. */
export async function chooseCases(input: Input): Promise<readonly Case[]> {
  const [filter, skip] = [input.text("filter"), input.texts("skip")]
  const loaded = await Promise.all(
    suitesOf(input).map(async (suite) => loadCases(casesDirectory(suite), filter)),
  )
  return loaded
    .flat()
    .filter(({ id, requirement }) => !skip.some((text) => id.includes(text) || requirement.includes(text)))
}

/** Another implementation, and a preset, have to keep the promises; golden answers are for ours alone. */
export function suitesOf(input: Input): readonly Suite[] {
  const suite = input.text("suite")
  if (suite === "promises" || suite === "golden") return [suite]
  if (suite === "all") return ["promises", "golden"]
  const is_ours = input.text("implementation") === undefined && input.text("preset") === undefined
  return is_ours ? ["promises", "golden"] : ["promises"]
}
