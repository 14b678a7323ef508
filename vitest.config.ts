import { defineConfig } from "vitest/config"

/** Tests that hold hundreds of megabytes. A process that large takes 80 ms to start another one, instead of 2. */
const large = [
  "packages/runtime/src/hostile/**/*.test.ts",
  "packages/runtime/src/evidence/**/*.test.ts",
  "packages/runtime/src/stall/**/*.test.ts",
  "packages/stdlib/src/sessions/**/*.test.ts",
  "packages/stdlib/src/llm_json/**/*.test.ts",
]

const all = [
  "packages/*/src/**/*.test.ts",
  "conformance/src/**/*.test.ts",
  "examples/**/*.test.ts",
  "scripts/**/*.test.ts",
]

/** What `npm test` leaves to a CI job: crashes of whole processes, repositories by the dozen, texts by the megabyte. */
const slow = [
  "conformance/src/broken.test.ts",
  "packages/cli/src/demo/demo.test.ts",
  "packages/cli/src/replay/harmless.test.ts",
  "packages/cli/src/run/resume.test.ts",
  "packages/runtime/src/hostile/{host.property,normaliser_work.property,size}.test.ts",
  "packages/runtime/src/loop/command.test.ts",
  "packages/runtime/src/stall/{hostile,new_minimum,replay}.property.test.ts",
  "packages/stdlib/src/gate/{hostile_replies,interrupted,killed_gate,simulations_python}.test.ts",
  "packages/stdlib/src/loop_gate/baselines.test.ts",
  "packages/stdlib/src/sessions/reading/streaming.test.ts",
  "packages/stdlib/src/workspace/{locate,workspace_digest}.test.ts",
  "packages/stdlib/src/workspace/patch/killed_patches.property.test.ts",
  "scripts/simulation/simulation.test.ts",
]

const exclude = [
  "**/node_modules/**",
  "**/fixtures/**",
  ...(process.env["PROOFLOOP_QUICK"] === undefined ? [] : slow),
]

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "rest", include: all, exclude: [...exclude, ...large] } },
      { extends: true, test: { name: "large", include: large, exclude } },
    ],
    pool: "forks",
    // A fresh process for each file costs 0.25 s, twenty times what most files take: a test leaves
    // `process.env`, the working folder and its own timers as it found them.
    isolate: false,
    // Many tests wait for processes: on two cores two workers take two thirds of the time of one.
    maxWorkers: "100%",
    testTimeout: 20_000,
  },
})
