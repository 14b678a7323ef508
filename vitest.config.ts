import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { processTests } from "./scripts/process_tests.ts"

const packages = readdirSync(join(import.meta.dirname, "packages")).map((name) => `packages/${name}/src`)
const folders = [...packages, "conformance/src", "examples", "scripts"].filter((folder) =>
  existsSync(join(import.meta.dirname, folder)),
)

const all = testsOf(folders, "")
const laws = testsOf(folders, ".property")
const slow = testsOf(folders, ".slow")
/** One run of each product with real processes and real git. */
const ends = testsOf(folders, ".end_to_end")
const processes = processTests(import.meta.dirname, folders)
/** What a mistake would cost most. */
const firstLaws = ["packages/runtime/src/stall/**/*.property.test.ts"]
/** The heart of detector and loop: what `npm test` has time for beside the cases, which drive the rest from outside. */
const core = ["evidence", "stall", "machines", "loop"].map((name) => `packages/runtime/src/${name}/*.test.ts`)

const NOWHERE = ["**/node_modules/**", "**/fixtures/**"]

/** Vitest ends a worker by SIGTERM and replaces `process.exit`; what holds a folder removes it as its process exits. */
const EXIT_WHEN_STOPPED = 'const{exit}=process;process.once("SIGTERM",()=>exit.call(process,143))'

/** A fresh clone knows no durations, and what takes longest must not begin when one core has nothing else to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(".end_to_end.test.ts")
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * `npm test` runs the first two projects, `npm run check` the next three, `npm run slow` the last one. The name of a file, what it
 * starts and where it lies decide which one it is in.
 */
export default defineConfig({
  test: {
    projects: [
      project("core", core, [...slow, ...ends, ...processes, ...laws]),
      project("first", [...firstLaws, ...ends], slow),
      project("unit", all, [...slow, ...ends, ...processes, ...laws, ...core]),
      project("laws", laws, [...slow, ...processes, ...firstLaws]),
      // Starting a process takes longer the larger the one that starts it is: no law fills the memory of these.
      project("processes", processes, [...slow, ...ends]),
      project("slow", slow, [], { testTimeout: 600_000, hookTimeout: 600_000 }),
    ],
    // What was compiled once is read from there the next time, by its content.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest" },
    // Starts no Postgres before a test file asks for it.
    globalSetup: "packages/jobs/src/store/postgres/shared_server.fixture.ts",
    pool: "forks",
    // Of what a parser in WebAssembly costs, three quarters are its optimised code, which pays in long runs alone.
    execArgv: ["--liftoff-only", `--import=data:text/javascript,${EXIT_WHEN_STOPPED}`],
    // A fresh process for each file costs 0.25 s, twenty times what most files take. So a test leaves `process.env`,
    // the working folder and its own timers as it found them.
    isolate: false,
    // Many tests wait for processes: on two cores two workers take two thirds of the time of one.
    maxWorkers: "150%",
    sequence: { sequencer: LongestFirst },
    // Ends what hangs; how long a test takes on a busy machine decides nothing.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

function testsOf(below: readonly string[], kind: string): readonly string[] {
  return below.map((folder) => `${folder}/**/*${kind}.test.ts`)
}

function project(name: string, include: readonly string[], exclude: readonly string[], limits = {}) {
  return {
    extends: true as const,
    test: { name, include: [...include], exclude: [...NOWHERE, ...exclude], ...limits },
  }
}
