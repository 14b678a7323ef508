import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { lastJson, run, toolPath } from "./child.mjs"
import { root } from "./setup.mjs"

/** Ends what hangs: the longest step takes a quarter of an hour on two cores, and more beside other work. */
const TIMEOUT = 60 * 60_000

/** Two packages at once, each by one checker: several checkers of a package infer many types again. */
const ONE_EACH = ["--builders", "2", "--checkers", "1"]
/** A third of the compiler's time is the collection of what its one short run could keep. */
const FEW_COLLECTIONS = { GOGC: "400" }

/**
 * What each command runs, told in this order. A step's `run` resolves to counts, the output to show if it is red, and
 * `detail`, a few words for its progress line. Those that do not keep two cores busy may run side by side.
 */
export const suites = {
  test: [
    { name: "conformance", may_share: true, run: runConformance },
    check("typecheck", () => [toolPath(root, "typescript", "tsc"), "-b", "--pretty", "false", ...ONE_EACH], {
      more_env: FEW_COLLECTIONS,
    }),
    check("lint", () => [toolPath(root, "oxlint")]),
    check("format", () => [toolPath(root, "oxfmt"), "--check"], {
      remedy: "npm run fix",
    }),
    // Few of these tests wait: a worker more than there are cores would only load the modules once more.
    {
      name: "vitest",
      may_share: true,
      run: (options) => runVitest(options, ["core", "first"], ["--maxWorkers=100%"]),
    },
  ],
  check: [
    check("layers", () => [join(root, "scripts/check-layers.mjs")]),
    check("weight", () => [join(root, "scripts/weigh.mjs")]),
    check("references", () => [join(root, "scripts/check-references.mjs")]),
    check("types", () => [toolPath(root, "oxlint"), "--type-aware"]),
    check("knip", () => [toolPath(root, "knip"), "--no-progress"]),
    check("regexes", () => [join(root, "scripts/check-regexes.mjs")]),
    { name: "vitest", run: (options) => runVitest(options, ["processes", "unit", "laws"]) },
    { name: "packed", run: (options) => runPackages(options, ["--packed"]) },
  ],
  slow: [
    { name: "packages", run: runPackages },
    { name: "vitest", run: (options) => runVitest(options, ["slow"]) },
  ],
}

function check(name, command, { remedy, more_env } = {}) {
  return {
    name,
    may_share: true,
    run: async ({ env }) => {
      const { code, output } = await run(process.execPath, command(), {
        cwd: root,
        env: { ...env, ...more_env },
        timeout: TIMEOUT,
      })
      if (code === 0) return { passed: 1, failed: 0 }
      return {
        passed: 0,
        failed: 1,
        output: remedy === undefined ? output : `${output}\n\nTo repair: ${remedy}`,
      }
    },
  }
}

/**
 * Counts tests, and as failed also each file that did not load and a run that ended badly for another reason. Whoever names
 * test files gets them from whichever project they are in.
 */
async function runVitest({ env, filters }, projects, more = []) {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-test-"))
  // What tests leave goes with it. Others may enter, because some tests become another user.
  const TMPDIR = join(folder, "tmp")
  chmodSync(folder, 0o755)
  mkdirSync(TMPDIR)
  chmodSync(TMPDIR, 0o1777)
  try {
    const report = join(folder, "report.json")
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
    const chosen = filters.length > 0 ? filters : projects.map((name) => `--project=${name}`)
    const args = [toolPath(root, "vitest"), "run", ...reporters, ...more, ...chosen]
    const { code, output } = await run(process.execPath, args, {
      cwd: root,
      env: { ...env, TMPDIR },
      timeout: TIMEOUT,
    })
    return { ...countTests(report, code), output }
  } finally {
    // A folder that a test has closed stays.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

function countTests(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, detail: "no report" }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, "utf8"),
  )
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some(isFailed),
  )
  const failed = numFailedTests + unloaded.length
  return {
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
    detail: `${numPassedTests} tests passed, ${testResults.length} files${describeSkipped(testResults)}`,
  }
}

/** A test that lacks something says so in its name: "(needs Chromium)". */
function describeSkipped(testResults) {
  const skipped = testResults.flatMap(({ assertionResults }) => assertionResults).filter(isSkipped)
  const reasons = new Set(skipped.flatMap(({ fullName }) => /\(needs [^)]+\)/.exec(fullName) ?? []))
  return skipped.length === 0 ? "" : `, ${skipped.length} skipped ${[...reasons].join(" ")}`.trimEnd()
}

function isSkipped({ status }) {
  return status === "pending" || status === "skipped" || status === "todo"
}

function isFailed({ status }) {
  return status === "failed"
}

/** Every promise and golden case, on the packages as a host has them, whose processes start faster than from the sources. */
async function runConformance({ env }) {
  // What this loads is installed only now.
  const { builtWorkspace } = await import("./packaging/built_workspace.mjs")
  const program = join(await builtWorkspace(root), "node_modules/proofloop/bin.mjs")
  const args = [program, "conformance", "--format", "json", "--processes", "1"]
  const { code, output } = await run(process.execPath, args, { cwd: root, env, timeout: TIMEOUT })
  const { passed = 0, failed = 0, promises, golden, cases = [] } = lastJson(output) ?? {}
  const isGreen = code === 0 && failed === 0 && passed > 0
  const red = cases.filter(isFailed).map(({ id, message }) => `${id}: ${message}`)
  return {
    passed: isGreen ? 1 : 0,
    failed: isGreen ? 0 : 1,
    output: red.length > 0 ? red.join("\n") : output,
    detail: `${promises?.passed ?? 0} promises and ${golden?.passed ?? 0} golden cases passed, ${failed} failed`,
  }
}

/** Packs and installs what a release would; without a registry what needs one is skipped, and counted as that. */
async function runPackages({ env }, more = []) {
  const args = [toolPath(root, "tsx"), "scripts/packaging/check.ts", ...more]
  const { code, output } = await run(process.execPath, args, { cwd: root, env, timeout: TIMEOUT })
  const { passed = 0, failed = 0, skipped = 0, detail } = lastJson(output) ?? {}
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, output, detail }
}
