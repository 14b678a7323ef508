import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "conformance/src/**/*.test.ts",
      "examples/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    pool: "forks",
    testTimeout: 20_000,
  },
})
