import { expect, inject, test } from "vitest"
import { ourImplementation } from "../../conformance/src/ours.ts"
import { runCase } from "../../conformance/src/run_case.ts"

const implementation = ourImplementation()
const cases = inject("cases").map((played) => [played.id, played])

test.each(cases)("%s", async (_id, played) => {
  const { status, message = "" } = await runCase(implementation, played)
  expect({ status, message }).toEqual({ status: "passed", message: "" })
})
