import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run, toolPath } from "./child.mjs"
import { root } from "./setup.mjs"

const timeout = 15 * 60_000

/**
 * What `npm test` runs, told in this order. A step's `run` resolves to counts, the output to show if it is red, and
 * `detail`, a few words for its progress line. Those that are small may run side by side.
 */
export function availableSteps() {
  return [
    check("typecheck", () => [toolPath(root, "typescript", "tsc"), "-b", "--pretty", "false"]),
    check("lint", () => [toolPath(root, "oxlint")]),
    check("format", () => [toolPath(root, "oxfmt"), "--check"], "npm run fix"),
    check("knip", () => [toolPath(root, "knip"), "--no-progress"]),
    check("layers", () => [join(root, "scripts/check-layers.mjs")]),
    check("references", () => [join(root, "scripts/check-references.mjs")]),
    check("regexes", () => [join(root, "scripts/check-regexes.mjs")]),
    { name: "vitest", run: runVitest },
    ...(existsSync(join(root, "conformance/cases")) ? [{ name: "conformance", run: runConformance }] : []),
    { name: "packages", run: runPackages },
  ]
}

function check(name, command, remedy) {
  return {
    name,
    is_small: true,
    run: async ({ env }) => {
      const { code, output } = await run(process.execPath, command(), { cwd: root, env, timeout })
      if (code === 0) return { passed: 1, failed: 0 }
      return {
        passed: 0,
        failed: 1,
        output: remedy === undefined ? output : `${output}\n\nTo repair: ${remedy}`,
      }
    },
  }
}

/** Counts tests, and as failed also each file that did not load and a run that ended badly for another reason. */
async function runVitest({ env, filters }) {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-test-"))
  try {
    const report = join(folder, "report.json")
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
    const args = [toolPath(root, "vitest"), "run", ...reporters, ...filters]
    const quick = isQuick(filters)
    const own = quick ? { ...env, PROOFLOOP_QUICK: "1" } : env
    const { code, output } = await run(process.execPath, args, { cwd: root, env: own, timeout })
    const counted = countTests(report, code)
    const detail = quick ? `${counted.detail}; slow ones run with PROOFLOOP_FULL=1` : counted.detail
    return { ...counted, detail, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without PROOFLOOP_FULL, and without tests named on the command line, what is slow is left out. */
function isQuick(filters = []) {
  return process.env.PROOFLOOP_FULL === undefined && filters.length === 0
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
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "pending" || status === "skipped" || status === "todo")
  const reasons = new Set(skipped.flatMap(({ fullName }) => /\(needs [^)]+\)/.exec(fullName) ?? []))
  return skipped.length === 0 ? "" : `, ${skipped.length} skipped ${[...reasons].join(" ")}`.trimEnd()
}

function isFailed({ status }) {
  return status === "failed"
}

async function runConformance({ env }) {
  const skip = isQuick() ? slowCases.flatMap((name) => ["--skip", name]) : []
  const args = ["packages/proofloop/bin.mjs", "conformance", "--reporter", "json", ...skip]
  const { code, output } = await run(process.execPath, args, { cwd: root, env, timeout })
  const { passed = 0, failed = 0 } = lastJson(output) ?? {}
  const left = skip.length === 0 ? "" : `; ${slowCases.join(", ")} run with PROOFLOOP_FULL=1`
  const isGreen = code === 0 && failed === 0 && passed > 0
  return {
    passed: isGreen ? 1 : 0,
    failed: isGreen ? 0 : 1,
    output,
    detail: `${passed} cases passed, ${failed} failed${left}`,
  }
}

/** Cases with repositories and processes of their own. */
const slowCases = ["critics.G8", "critics.build", "critics.gate", "critics.qa", "critics.refiner"]

/** Packs and installs what a release would; without a registry what needs one is skipped, and counted as that. */
async function runPackages({ env }) {
  const args = [toolPath(root, "tsx"), "scripts/packaging/check.ts"]
  const own = isQuick() ? { ...env, PROOFLOOP_QUICK: "1" } : env
  const { code, output } = await run(process.execPath, args, { cwd: root, env: own, timeout })
  const { passed = 0, failed = 0, skipped = 0, detail } = lastJson(output) ?? {}
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, output, detail }
}

function lastJson(output) {
  const line = output.split("\n").findLast((text) => text.startsWith("{"))
  try {
    return JSON.parse(line ?? "")
  } catch {
    return undefined
  }
}
