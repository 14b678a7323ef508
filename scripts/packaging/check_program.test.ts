import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"
import { buildCheckProgram } from "./check_program.mjs"
import { folderOf } from "./folder.fixture.ts"

test("the program of check starts with what every check needs, and brings it along", async () => {
  const dist = folderOf({})
  const { outputs } = await buildCheckProgram(join(root, "packages/proofloop"), dist)
  const own = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]))
  const outside = [...own.values()].flatMap(({ imports }) => imports.filter(({ external }) => external))
  const foreign = outside.map(({ path }) => path).filter((path) => !path.startsWith("node:"))
  expect(foreign.filter((path) => !BUILT_IN.has(path))).toEqual([])

  const loaded = new Set(["check.js"])
  for (const name of loaded) {
    for (const { path, kind } of own.get(name)?.imports ?? []) {
      if (kind === "import-statement" && own.has(basename(path))) loaded.add(basename(path))
    }
  }
  const sources = [...loaded].flatMap((name) => Object.keys(own.get(name)?.inputs ?? {}))
  const dear = /runtime\/src\/|zod\/v4\/locales\/(?!en\.js|index\.js)|execa|xstate/
  expect(sources.filter((path) => dear.test(path))).toEqual([])
  const imports = [...loaded].flatMap((name) => own.get(name)?.imports ?? [])
  const at_start = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path)
  for (const module of ["node:http", "node:https", "node:tls"]) expect(at_start).not.toContain(module)

  expect(readFileSync(join(dist, "check/third_party.txt"), "utf8")).toMatch(/^zod$/m)
  const { checkRepository } = await import(pathToFileURL(join(dist, "check/check.js")).href)
  expect(checkRepository).toBeTypeOf("function")
})

/** What CommonJS among the dependencies asks for. */
const BUILT_IN = new Set(["fs", "path", "child_process"])
