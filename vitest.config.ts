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
  "packages/stdlib/src/sessions/**/*.test.ts",
  "packages/stdlib/src/llm_json/**/*.test.ts",
]

/** Tests that load parsers. */
const parsing = ["packages/cli/src/check/**/*.test.ts", "packages/stdlib/src/{code,critics}/**/*.test.ts"]

/** Tests that start many processes from a process that stays small. */
const processes = [
  "packages/stdlib/src/{gate,loop_gate,observations,panel,repository,tools,workspace}/**/*.test.ts",
]

/** The same: a pull request is a repository, a worktree and a gate. */
const correcting = ["packages/stdlib/src/{self_correction,verifier}/**/*.test.ts"]

/** Tests of a program whose processes start processes. */
const programs = ["packages/cli/**/*.test.ts", "examples/**/*.test.ts", "scripts/**/*.test.ts"]

const all = [
  "packages/*/src/**/*.test.ts",
  "conformance/src/**/*.test.ts",
  "examples/**/*.test.ts",
  "scripts/**/*.test.ts",
]

/**
 * What `npm test` leaves to a CI job: crashes of whole processes, repositories by the dozen, texts by the megabyte, laws over
 * thousands of inputs, browsers, and what conformance cases say as well.
 */
const slow = [
  "conformance/src/broken.test.ts",
  "packages/cli/src/demo/demo.test.ts",
  "packages/cli/src/conformance/run_conformance.test.ts",
  "packages/cli/src/feedback/{forge,process_endings}.test.ts",
  "packages/cli/src/mcp/mcp.test.ts",
  "packages/cli/src/verdicts/{consensus,evaluate}.test.ts",
  "packages/cli/src/meter/meter.test.ts",
  "packages/cli/src/replay/harmless.test.ts",
  "packages/cli/src/replay/html/*.browser.test.ts",
  "packages/cli/src/run/resume.test.ts",
  "packages/runtime/src/evidence/{command/read_command,parsers/javascript,parsers/python_ruby_php}.property.test.ts",
  "packages/runtime/src/hostile/{host,model,normaliser_work,tool}.property.test.ts",
  "packages/runtime/src/hostile/size.test.ts",
  "packages/runtime/src/loop/{command.test,repair_off.property.test}.ts",
  "packages/runtime/src/machines/paths.test.ts",
  "packages/runtime/src/stall/{hostile,new_minimum,replay}.property.test.ts",
  "packages/stdlib/src/critics/runs/detect_failing_tests.test.ts",
  "packages/stdlib/src/critics/syntax/syntax.test.ts",
  "packages/stdlib/src/gate/{hostile_replies,interrupted,killed_gate,simulations,simulations_python,worker}.test.ts",
  "packages/stdlib/src/loop_gate/baselines.test.ts",
  "packages/stdlib/src/observations/observed_gate.test.ts",
  "packages/stdlib/src/panel/review_run.test.ts",
  "packages/stdlib/src/self_correction/forge/{local_forge,local_forge_processes}.test.ts",
  "packages/stdlib/src/self_correction/{killed_process,merge,notices,refuted,revert,two_processes}.test.ts",
  "packages/stdlib/src/self_correction/tools/tools_fix.test.ts",
  "packages/stdlib/src/self_correction/run/earlier_minutes.test.ts",
  "packages/stdlib/src/self_correction/steps/{differential_cases,differential_python,make_fix_killed}.test.ts",
  "packages/stdlib/src/self_correction/store/{killed_store,processes}.test.ts",
  "packages/stdlib/src/sessions/reading/streaming.test.ts",
  "packages/stdlib/src/verifier/brief/build_brief_trees.test.ts",
  "packages/stdlib/src/verifier/evaluation/evaluate_verifiers_all.test.ts",
  "packages/stdlib/src/verifier/independent_verifiers_loop.test.ts",
  "packages/stdlib/src/verifier/ledger/processes.test.ts",
  "packages/stdlib/src/verifier/session/run_verifiers_endings.test.ts",
  "packages/stdlib/src/workspace/{locate,workspace_digest}.test.ts",
  "packages/stdlib/src/workspace/patch/killed_patches.property.test.ts",
  "scripts/docs/snippets.test.ts",
  "scripts/ladder/ladder.test.ts",
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
    // A fresh process for each file costs 0.25 s, twenty times what most files take: a test leaves
    // `process.env`, the working folder and its own timers as it found them.
    isolate: false,
    // Many tests wait for processes: on two cores two workers take two thirds of the time of one.
    maxWorkers: "150%",
    testTimeout: 20_000,
  },
})
