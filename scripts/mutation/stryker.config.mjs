/**
 * Stryker's options for one folder. It works on a copy of the few folders that the tests need. So edits do not
 * disturb a run that lasts an hour, and the run does not disturb edits.
 */
export function strykerOptions({ part, mutate, fresh, concurrency, isQuiet, isIncremental }) {
  return {
    mutate,
    testRunner: "in-process",
    // The runner reads the cases by our own sources, which Node loads as they are only through tsx.
    testRunnerNodeArgs: ["--import", "tsx"],
    plugins: ["./scripts/mutation/runner.mjs"],
    coverageAnalysis: "perTest",
    concurrency,
    // A loop without an end is found by counting; the time is for what is not counted, on a busy machine.
    timeoutMS: 30_000,
    timeoutFactor: 2,
    incremental: isIncremental,
    incrementalFile: `.cache/mutation/${part.replace("/", "-")}.json`,
    force: fresh === true,
    tempDirName: ".cache/stryker",
    // No tsconfig.json: Stryker would rewrite it with an API that TypeScript 7 does not have, and its base is not there.
    ignorePatterns: [
      "**",
      "!packages/runtime/src/**/*",
      "!packages/runtime/package.json",
      "!conformance/src/**/*",
      "!conformance/cases/**/*",
      "!conformance/package.json",
      "!conformance/case.schema.json",
      "!scripts/mutation/**/*",
      "!package.json",
    ],
    reporters: isQuiet === true ? [] : ["progress-append-only"],
    logLevel: isQuiet === true ? "off" : "warn",
    allowConsoleColors: false,
  }
}
