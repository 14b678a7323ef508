import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "conformance/src/**/*.test.ts",
      "examples/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/fixtures/**"],
    pool: "forks",
    // A fresh process for each file costs 0.25 s, twenty times what most files take: a test leaves
    // `process.env`, the working folder and its own timers as it found them.
    isolate: false,
    // Many tests wait for processes: on two cores two workers take two thirds of the time of one.
    maxWorkers: "100%",
    testTimeout: 20_000,
  },
})
