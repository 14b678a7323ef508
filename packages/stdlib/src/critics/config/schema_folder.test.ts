import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { changeSet } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { configSemantics } from "./config_semantics.ts"

const root = await mkdtemp(join(tmpdir(), "proofloop-schemas-"))
afterAll(() => rm(root, { recursive: true, force: true }))
let folders = 0

async function judge(schemas: Record<string, unknown>, path: string, after: string) {
  const folder = join(root, String(++folders))
  await mkdir(folder)
  for (const [name, schema] of Object.entries(schemas)) {
    await writeFile(join(folder, name), typeof schema === "string" ? schema : JSON.stringify(schema))
  }
  return judgeIn(folder, path, after)
}

async function judgeIn(schema_dir: string, path: string, after: string) {
  const change = changeSet([{ path, after }])
  const verdict = await configSemantics.check(change, memoryFacts({}, change), { schema_dir })
  return verdict.status === "fail" ? verdict.violations.map(({ message }) => message) : verdict
}

const PASS = { status: "pass" }

describe("schema_dir", () => {
  it.each([
    [
      "http://json-schema.org/draft-04/schema#",
      { id: "https://x.invalid/a.json", properties: { n: { maximum: 3, exclusiveMaximum: true } } },
    ],
    ["http://json-schema.org/draft-06/schema#", { properties: { n: { exclusiveMaximum: 3 } } }],
    [
      "http://json-schema.org/draft-07/schema",
      { $id: "https://x.invalid/a.json", if: false, else: { properties: { n: { exclusiveMaximum: 3 } } } },
    ],
    ["https://json-schema.org/draft/2019-09/schema", { properties: { n: { exclusiveMaximum: 3 } } }],
    [
      "https://json-schema.org/draft/2020-12/schema",
      { $defs: { a: { $anchor: "x", exclusiveMaximum: 3 } }, properties: { n: { $ref: "#x" } } },
    ],
  ])("reads a schema of %s", async ($schema, schema) => {
    const schemas = { "package.json": { $schema, ...schema } }
    expect(await judge(schemas, "package.json", '{ "n": 3 }')).toEqual(["n: must be < 3, got 3."])
    expect(await judge(schemas, "package.json", '{ "n": 2 }')).toEqual(PASS)
  })

  it("stands in for our own schema, and only for the kinds that have one", async () => {
    const schemas = { "package.json": true }
    expect(await judge(schemas, "package.json", '{ "version": 1 }')).toEqual(PASS)
    expect(await judge(schemas, ".prettierrc", '{ "semi": 1 }')).toEqual(["semi: expected a boolean, got 1."])
  })

  it("takes a reference out of the file by its last segment from the folder", async () => {
    const schemas = {
      "prettierrc.json": {
        properties: { semi: { $ref: "https://nowhere.invalid/other.json#/definitions/flag" } },
      },
      "other.json": {
        $id: "https://nowhere.invalid/other.json",
        definitions: { flag: { $ref: "#/definitions/b" }, b: { type: "boolean" } },
      },
    }
    expect(await judge(schemas, ".prettierrc", "semi: 1\n")).toEqual(["semi: expected a boolean, got 1."])
  })

  it("lets a reference that leads nowhere accept anything", async () => {
    const schemas = {
      "prettierrc.json": {
        properties: {
          a: { $ref: "https://nowhere.invalid/none.json" },
          b: { $ref: "#/definitions/none" },
          c: { type: "string" },
        },
      },
    }
    expect(await judge(schemas, ".prettierrc", "a: 1\nb: 1\nc: 1\n")).toEqual([
      "c: expected a string, got 1.",
    ])
  })

  it("tells the deepest error of the branches of a union once", async () => {
    const step = { type: "object", properties: { run: { type: "string" } } }
    const schemas = {
      "github-workflow.json": {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { step },
        properties: { a: { oneOf: [{ type: "string" }, { $ref: "#/definitions/step" }] } },
      },
    }
    const path = ".github/workflows/a.yml"
    expect(await judge(schemas, path, "on: x\na: { run: 1 }\n")).toEqual(["a.run: expected a string, got 1."])
    expect(await judge(schemas, path, "on: x\na: 1\n")).toEqual(["a: expected a string or an object, got 1."])
  })

  it("cannot look when a schema is none, or the folder is missing", async () => {
    expect(await judge({ "package.json": "[" }, "package.json", "{}")).toEqual({
      status: "unable",
      reason: "schema_dir: package.json is not a JSON Schema",
    })
    expect(await judge({ "package.json": { pattern: "(" } }, "package.json", "{}")).toMatchObject({
      status: "unable",
    })
    expect(await judgeIn(join(root, "none"), "package.json", "{}")).toMatchObject({ status: "unable" })
  })
})
