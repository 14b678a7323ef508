import { loadCases } from "@proofloop/conformance"
import { brokenImplementations } from "../../../conformance/broken/index.ts"
import { hasTeeth, killMatrix } from "../../../conformance/broken/kill_matrix.ts"
import { formatMatrix } from "../../../conformance/broken/report.ts"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"

interface Asked {
  readonly every_case: boolean
  readonly only: string | undefined
}

/** Plays the cases against implementations that are broken on purpose. Passed when each is caught and no case is idle. */
export async function broken({ every_case, only }: Asked): Promise<Report> {
  const chosen = brokenImplementations.filter(({ wrong }) => wrong.includes(only ?? ""))
  if (chosen.length === 0) throw new Misuse(`--only: no broken implementation has "${only}" in its sentence`)
  const all = await killMatrix(await loadCases(), chosen, { every_case })
  // Of a part nobody knows which cases are idle.
  const matrix =
    only === undefined ? all : { ...all, cases: all.cases.filter(({ kills }) => kills.length > 0) }
  return { passed: hasTeeth(matrix), text: formatMatrix(matrix), data: matrix }
}
