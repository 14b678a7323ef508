import { readFileSync, readdirSync } from "node:fs"
import { join, sep } from "node:path"
import { bundleTests } from "./bundle.mjs"
import { testsByFile } from "./collect_tests.mjs"
import { mutantIds, sampleOf } from "./sample.mjs"

/**
 * Stryker's test runner for these folders. Their code is pure, so all tests are one script, which is run anew for
 * every mutant in the running process. That takes a few milliseconds, where a start of vitest takes seconds.
 */
class InProcessRunner {
  static inject = []

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    const folder = process.cwd()
    // Node loads our sources in this process alone, not in that of Stryker, which reads this file too.
    const { loadCases } = await import("../../conformance/src/load_cases.ts")
    const cases = (await loadCases(join(folder, "conformance/cases"))).filter(({ kind }) => kind !== "loop")
    const { part, sample } = JSON.parse(process.env.PROOFLOOP_MUTATION ?? "{}")
    const script = await bundleTests(folder, testFiles(folder, part))
    this.sample = sample && sampleOf(mutantIds(sourceTexts(folder)), sample)
    this.files = () => testsByFile(script, cases)
    this.order = killersFirst()
  }

  async dryRun() {
    const namespace = reset()
    const results = []
    for (const { file, load } of this.files()) {
      for (const { id, run } of load()) {
        namespace.currentTestId = id
        const start = performance.now()
        const failureMessage = await failureOf(run)
        const timeSpentMs = performance.now() - start
        const status = failureMessage === undefined ? 0 : 1
        const fileName = join(process.cwd(), file)
        results.push({ id, name: id, fileName, timeSpentMs, status, ...(status === 1 && { failureMessage }) })
      }
      namespace.currentTestId = undefined
    }
    return { status: "complete", tests: results, mutantCoverage: namespace.mutantCoverage }
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit, sandboxFileName }) {
    if (this.sample?.has(activeMutant.id) === false)
      return { status: "error", errorMessage: "not in the sample" }
    const namespace = reset()
    // Stryker allows a hundred times the hits of all tests together, which in a loop over texts takes minutes.
    const limit = hitLimit && hitLimit / 10
    Object.assign(namespace, { hitCount: 0, hitLimit: limit })
    const whileLoading = mutantActivation === "static" ? activeMutant.id : undefined
    const wanted = testFilter && new Set(testFilter)
    let nrOfTests = 0
    for (const { file, load } of this.order.files(this.files(), wanted, sandboxFileName)) {
      namespace.activeMutant = whileLoading
      let tests = []
      const failureMessage = await failureOf(() => void (tests = load()))
      if (failureMessage !== undefined) return { status: "killed", killedBy: [], failureMessage, nrOfTests }
      namespace.activeMutant = activeMutant.id
      for (const { id, run } of this.order.tests(tests, wanted)) {
        nrOfTests += 1
        const failureMessage = await failureOf(run)
        if (namespace.hitCount > limit) return { status: "timeout", reason: "hit limit" }
        if (failureMessage === undefined) continue
        this.order.note(file, id)
        return { status: "killed", killedBy: [id], failureMessage, nrOfTests }
      }
    }
    return { status: "survived", nrOfTests }
  }
}

export const strykerPlugins = [{ kind: "TestRunner", name: "in-process", injectableClass: InProcessRunner }]

function sourceTexts(folder) {
  const below = join(folder, "packages/runtime/src")
  const names = readdirSync(below, { recursive: true }).filter((name) => String(name).endsWith(".ts"))
  return names.map((name) => readFileSync(join(below, String(name)), "utf8"))
}

/** The tests that judge a mutant. Those of the laws are left out: what they find depends on the seed, and they are slow. */
function testFiles(folder, part) {
  const [top = ""] = part.split("/")
  const below = join("packages/runtime/src", top)
  const found = readdirSync(join(folder, below), { recursive: true })
    .map((name) => join(below, String(name)).split(sep).join("/"))
    .filter((name) => name.endsWith(".test.ts"))
    .filter((name) => !/\/fixtures\/|\.(?:property|slow)\./.test(name))
    .sort()
  return top === "stall" ? [...found, "scripts/mutation/cases.mjs"] : found
}

/** What found the last mutants finds the next, which are near them: those tests are first, and those named as the source. */
function killersFirst() {
  const last = new Map()
  let found = 0
  const latest = (one, other) => (last.get(other) ?? 0) - (last.get(one) ?? 0)
  return {
    files: (files, wanted, source) => {
      const own = source.split(sep).join("/").replace(/\.ts$/, ".test.ts")
      const needed = new Set([...(wanted ?? [])].map((id) => id.slice(0, id.indexOf(" > "))))
      return files
        .filter(({ file }) => wanted === undefined || needed.has(file))
        .toSorted(
          (a, b) => Number(own.endsWith(b.file)) - Number(own.endsWith(a.file)) || latest(a.file, b.file),
        )
    },
    tests: (tests, wanted) =>
      tests.filter(({ id }) => wanted?.has(id) ?? true).toSorted((a, b) => latest(a.id, b.id)),
    note: (file, id) => {
      found += 1
      last.set(file, found)
      last.set(id, found)
    },
  }
}

/** The names by which an instrumented source asks which mutant is active, and counts what a test reaches. */
function reset() {
  const namespace = (globalThis.__stryker__ ??= {})
  for (const name of Object.keys(namespace)) delete namespace[name]
  return namespace
}

async function failureOf(run) {
  try {
    await run()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
