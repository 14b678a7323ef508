import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { loadCases } from "../../conformance/src/load_cases.ts"

const folder = process.env.PROOFLOOP_MUTATION
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const cases = (await loadCases(here("../../conformance/cases"))).filter(({ kind }) => kind !== "loop")

/** The tests that judge a mutant. Those of the laws are left out: what they find depends on the seed, and they are slow. */
// oxlint-disable-next-line import/no-default-export -- vitest wants it
export default defineConfig({
  resolve: {
    alias: [
      // Stryker works on a copy, into which the links of node_modules do not lead. Nothing here needs the loop.
      {
        find: /^@proofloop\/runtime(?:\/\w+)?$/,
        replacement: here("../../packages/runtime/src/detector.ts"),
      },
      { find: /^fast-check$/, replacement: here("fast_check.mjs") },
    ],
  },
  test: {
    include: folder?.startsWith("evidence")
      ? ["packages/runtime/src/evidence/**/*.test.ts"]
      : ["packages/runtime/src/stall/**/*.test.ts", "scripts/mutation/cases.mjs"],
    exclude: ["**/node_modules/**", "**/fixtures/**", "**/*.property.test.ts"],
    setupFiles: [here("setup.mjs")],
    provide: { cases },
    testTimeout: 60_000,
    isolate: false,
  },
})
