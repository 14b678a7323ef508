import { createRequire } from "node:module"
import { join } from "node:path"
import { compileFunction } from "node:vm"
import fc from "./fast_check.mjs"

// The script names packages by their paths from the folder in which it was made.
const require = createRequire(join(process.cwd(), "script.cjs"))
const { chai, ...plugins } = createRequire(require.resolve("vitest"))("@vitest/expect")
for (const name of ["JestExtend", "JestChaiExpect", "JestAsymmetricMatchers"]) chai.use(plugins[name])
const compiled = new Map()

/** Tests of how long something takes: a mutant that changes no result is not theirs to find. */
const MEASURES_WORK = /linear|costs a look at 50 MB|survives any result|differ by little|4 Mi characters/

/** Runs the script of a bundle, with all its modules new: its test files, each of which is loaded when `load` is called. */
export function testsByFile(script, cases) {
  const files = []
  const api = testApi()
  const shim = { ...api.names, expect: chai.expect, inject: () => cases, beforeEach: () => {} }
  const given = { vitest: shim, "fast-check": fc }
  const startFile = (file, run) => files.push({ file, load: () => api.collect(file, run) })
  scriptFunction(script)((name) => given[name] ?? require(name), { exports: {} }, startFile)
  return files
}

/** Vitest's functions as far as these tests use them; a test is named by its file, groups and name, and a number if need be. */
function testApi() {
  let tests = []
  const seen = new Map()
  const groups = []
  const it = (name, ...rest) => {
    if (MEASURES_WORK.test(name)) return
    const path = [...groups, name].join(" > ")
    const earlier = seen.get(path) ?? 0
    seen.set(path, earlier + 1)
    tests.push({ id: earlier === 0 ? path : `${path} #${earlier}`, run: callbackOf(rest) })
  }
  const describe = (name, ...rest) => {
    groups.push(name)
    callbackOf(rest)()
    groups.pop()
  }
  for (const define of [it, describe]) {
    define.each = (rows) => forEachRow(define, rows, cellsOf)
    define.for = (rows) => forEachRow(define, rows, (row) => [row])
  }
  const collect = (file, run) => {
    tests = []
    seen.clear()
    groups.length = 0
    describe(file, run)
    return tests
  }
  return { names: { it, test: it, describe }, collect }
}

function callbackOf(rest) {
  return rest.findLast((value) => typeof value === "function")
}

function scriptFunction(script) {
  const known = compiled.get(script) ?? compileFunction(script, ["require", "module", "startFile"])
  compiled.set(script, known)
  return known
}

function forEachRow(define, rows, argumentsOf) {
  return (name, ...rest) => {
    const run = callbackOf(rest)
    for (const row of rows) define(name, () => run(...argumentsOf(row)))
  }
}

function cellsOf(row) {
  return Array.isArray(row) ? row : [row]
}
