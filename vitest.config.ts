import { defineConfig } from "vitest/config"

/*
 * Starting a process takes 2 ms, and 10 ms more for each 100 MB of the one that starts it. Workers are not shared between
 * projects, so that those that start processes by the hundred stay small.
 */

/** Tests that hold hundreds of megabytes and start few processes. */
const large = [
  "packages/runtime/src/hostile/**/*.test.ts",
  "packages/runtime/src/evidence/**/*.test.ts",
  "packages/runtime/src/stall/**/*.test.ts",
  "packages/replay/src/sessions/**/*.test.ts",
  "packages/stdlib/src/llm_json/**/*.test.ts",
]

/** Tests that load parsers. */
const parsing = [
  "packages/cli/src/check/**/*.test.ts",
  "packages/parsers/**/*.test.ts",
  "packages/stdlib/src/{code,critics}/**/*.test.ts",
]

/** Tests that start many processes from a process that stays small. */
const processes = [
  "packages/foundation/src/{files,git,process}/**/*.test.ts",
  "packages/stdlib/src/{gate,loop_gate,observations,panel,repository,tools,workspace}/**/*.test.ts",
]

/** The same: a pull request is a repository, a worktree and a gate. */
const correcting = ["packages/{self-correction,verifier}/src/**/*.test.ts"]

/** Tests of a program whose processes start processes. */
const programs = ["packages/cli/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts"]

const all = [
  "packages/*/src/**/*.test.ts",
  "conformance/src/**/*.test.ts",
  "examples/**/*.test.ts",
  "scripts/**/*.test.ts",
]

const exclude = [
  "**/node_modules/**",
  "**/fixtures/**",
  // Crashes of whole processes, repositories by the dozen, texts by the megabyte, laws over thousands of inputs, browsers.
  ...(process.env["PROOFLOOP_QUICK"] === undefined ? [] : ["**/*.slow.test.ts"]),
]

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "correcting", include: correcting, exclude } },
      { extends: true, test: { name: "large", include: large, exclude } },
      { extends: true, test: { name: "parsing", include: parsing, exclude } },
      { extends: true, test: { name: "processes", include: processes, exclude } },
      { extends: true, test: { name: "programs", include: programs, exclude: [...exclude, ...parsing] } },
      {
        extends: true,
        test: {
          name: "rest",
          include: all,
          exclude: [...exclude, ...correcting, ...large, ...parsing, ...processes, ...programs],
        },
      },
    ],
    pool: "forks",
    // Of what a parser in WebAssembly costs, three quarters are its optimised code, which pays in long runs alone.
    execArgv: ["--liftoff-only"],
    // A fresh process for each file costs 0.25 s, twenty times what most files take: a test leaves
    // `process.env`, the working folder and its own timers as it found them.
    isolate: false,
    // Many tests wait for processes: on two cores two workers take two thirds of the time of one.
    maxWorkers: "150%",
    // Ends what hangs; how long a test takes on a busy machine decides nothing.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
