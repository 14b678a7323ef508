import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { processTests } from "./scripts/process_tests.ts"

const packages = readdirSync(join(import.meta.dirname, "packages")).map((name) => `packages/${name}/src`)
const folders = [...packages, "conformance/src", "examples", "scripts"].filter((folder) =>
  existsSync(join(import.meta.dirname, folder)),
)

const all = folders.map((folder) => `${folder}/**/*.test.ts`)
const laws = folders.map((folder) => `${folder}/**/*.property.test.ts`)
const slow = folders.map((folder) => `${folder}/**/*.slow.test.ts`)
const processes = processTests(import.meta.dirname, folders)

const NOWHERE = ["**/node_modules/**", "**/fixtures/**"]

/** A file is slow by its name, else of the project of processes when it starts some, else a law by its name, else a unit test. */
export default defineConfig({
  test: {
    projects: [
      project("unit", all, [...slow, ...processes, ...laws]),
      project("laws", laws, [...slow, ...processes]),
      // Starting a process takes longer the larger the one that starts it is: no law fills the memory of these.
      project("processes", processes, slow),
      project("slow", slow, [], { testTimeout: 600_000, hookTimeout: 600_000 }),
    ],
    // What was compiled once is read from there the next time, by its content.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest" },
    // Starts no Postgres before a test file asks for it.
    globalSetup: "packages/jobs/src/store/postgres/shared_server.fixture.ts",
    pool: "forks",
    // Of what a parser in WebAssembly costs, three quarters are its optimised code, which pays in long runs alone.
    execArgv: ["--liftoff-only"],
    // A fresh process for each file costs 0.25 s, twenty times what most files take. So a test leaves `process.env`,
    // the working folder and its own timers as it found them.
    isolate: false,
    // Many tests wait for processes: on two cores two workers take two thirds of the time of one.
    maxWorkers: "150%",
    // Ends what hangs; how long a test takes on a busy machine decides nothing.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

function project(name: string, include: readonly string[], exclude: readonly string[], limits = {}) {
  return {
    extends: true as const,
    test: { name, include: [...include], exclude: [...NOWHERE, ...exclude], ...limits },
  }
}
