import { parseArgs } from "node:util"
import { loadCases } from "@proofloop/conformance"
import { thrownMessage } from "@proofloop/foundation/errors"
import { brokenImplementations, formatMatrix, hasTeeth, killMatrix } from "./index.ts"

const HELP = `npm run broken                  the cases of what each broken implementation violates
npm run broken -- --every-case  every case against every broken implementation: minutes
npm run broken -- --json        the matrix as JSON
npm run broken -- --only TEXT   broken implementations with TEXT in their sentence; idle cases mean nothing then
exit codes: 0 all are caught and no case is idle, 1 not so, 2 misuse
`

process.exitCode = await main()

async function main(): Promise<number> {
  const options = {
    "every-case": { type: "boolean" },
    json: { type: "boolean" },
    only: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>["values"]
  try {
    values = parseArgs({ options }).values
  } catch (error) {
    process.stderr.write(`${thrownMessage(error)}\n`)
    return 2
  }
  if (values.help === true) {
    process.stdout.write(HELP)
    return 0
  }
  const chosen = brokenImplementations.filter(({ wrong }) => wrong.includes(values.only ?? ""))
  if (chosen.length === 0) {
    process.stderr.write(`--only: no broken implementation has "${values.only ?? ""}" in its sentence\n`)
    return 2
  }
  const all = await killMatrix(await loadCases(), chosen, {
    every_case: values["every-case"] ?? false,
  })
  const matrix =
    values.only === undefined ? all : { ...all, cases: all.cases.filter(({ kills }) => kills.length > 0) }
  process.stdout.write(values.json === true ? `${JSON.stringify(matrix, null, 2)}\n` : formatMatrix(matrix))
  return hasTeeth(matrix) ? 0 : 1
}
