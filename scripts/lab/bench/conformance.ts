import { loadCases, ourImplementation } from "@proofloop/conformance"
import { runCase } from "@proofloop/conformance/internal"
import type { Benchmark } from "./benchmark.ts"

/** How fast the conformance suite plays. */
export const conformance: Benchmark = {
  name: "conformance",
  about: "cases played in this process, one after the other",
  async run() {
    const cases = await loadCases()
    const implementation = ourImplementation()
    const start = performance.now()
    let failed = 0
    for (const played of cases) {
      const { status } = await runCase(implementation, played)
      if (status !== "passed") failed += 1
    }
    const seconds = (performance.now() - start) / 1000
    if (failed > 0) throw new Error(`${failed} of ${cases.length} cases did not pass`)
    return [
      {
        name: "cases a second",
        value: cases.length / seconds,
        unit: "1/s",
        note: `${cases.length} in ${seconds.toFixed(1)} s`,
      },
    ]
  },
}
