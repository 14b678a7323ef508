import { suiteTool, type Suite, type Test, type WriteSuite } from "../suite.ts"
import type { Tool } from "../tool.ts"

const described = (head: string, options: Style): WriteSuite => javascript(head, { ...options, group: true })
const plain = (head: string, options: Style): WriteSuite => javascript(head, options)

interface Style {
  readonly file: (name: string) => string
  readonly compare: (actual: string, expected: number) => string
  readonly open?: string
  readonly group?: boolean
  readonly end?: string
  /** The test gets what it compares with; to others a parameter means a callback. */
  readonly with_t?: boolean
}

const expectToBe: Style["compare"] = (actual, expected) => `expect(${actual}).toBe(${expected})`
const assertEqual: Style["compare"] = (actual, expected) => `assert.strictEqual(${actual}, ${expected})`
const is: Style["compare"] = (actual, expected) => `t.is(${actual}, ${expected})`
const equal: Style["compare"] = (actual, expected) => `t.equal(${actual}, ${expected})`
const ASSERT_CJS = "const assert = require('node:assert')\n"
const RAISE = "exports.raise = (text) => { throw new TypeError(text) }\n"

/** Values stand in a file of their own, so that a changed value shows in the report alone. */
function javascript(head: string, style: Style): WriteSuite {
  return (suite: Suite) => {
    const files: Record<string, string> = { "values.cjs": valuesOf(suite) }
    for (const [name, tests] of Object.entries(suite)) {
      const body = tests.map((test) => testOf(test, style)).join("\n")
      const grouped = style.group && tests.length > 0 ? `describe('${name}', () => {\n${body}\n})\n` : body
      files[style.file(name)] =
        `${head}const values = require('./values.cjs')\n${grouped}${style.end ?? ""}\n`
    }
    return files
  }
}

function testOf({ name, expected, raises, sleeps }: Test, style: Style): string {
  const lines = [
    ...(sleeps ? ["  await new Promise((resolve) => setTimeout(resolve, 60000))"] : []),
    ...(raises === undefined ? [] : [`  values.raise('${raises}')`]),
    `  ${style.compare(`values.${name}()`, expected)}`,
  ]
  return `${style.open ?? "test"}('${name} the order', async (${style.with_t ? "t" : ""}) => {\n${lines.join("\n")}\n})`
}

function valuesOf(suite: Suite): string {
  const values = Object.values(suite).flat()
  return RAISE + values.map(({ name, actual }) => `exports.${name} = () => ${actual}\n`).join("")
}

const JEST = described("", { file: (name) => `${name}.test.js`, compare: expectToBe })
const MOCHA = described(ASSERT_CJS, { file: (name) => `test/${name}.js`, compare: assertEqual, open: "it" })
const NODE = described(`const { test, describe } = require('node:test')\n${ASSERT_CJS}`, {
  file: (name) => `${name}.test.js`,
  compare: assertEqual,
})
const MODULE = "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n"
const VITEST = described(`import { test, describe, expect } from 'vitest'\n${MODULE}`, {
  file: (name) => `${name}.test.mjs`,
  compare: expectToBe,
})
const AVA = plain(`const test = require('ava')\n`, {
  file: (name) => `${name}.test.cjs`,
  compare: is,
  with_t: true,
})
const JASMINE = described("", { file: (name) => `spec/${name}_spec.cjs`, compare: expectToBe, open: "it" })
const BUN = described("const { test, describe, expect } = require('bun:test')\n", {
  file: (name) => `${name}.test.cjs`,
  compare: expectToBe,
})
const PLAYWRIGHT = described(
  "const { test, expect } = require('@playwright/test')\nconst { describe } = test\n",
  {
    file: (name) => `${name}.spec.js`,
    compare: expectToBe,
  },
)
const UVU = plain(`const { test } = require('uvu')\n${ASSERT_CJS}`, {
  file: (name) => `tests/${name}.cjs`,
  compare: assertEqual,
  end: "\ntest.run()",
})
const QUNIT = plain("", {
  file: (name) => `test/${name}.js`,
  compare: equal,
  with_t: true,
  open: "QUnit.test",
})
const TAPE = plain("const test = require('tape')\n", {
  file: (name) => `test/${name}.cjs`,
  compare: equal,
  with_t: true,
})

function mocha(reporter: string): Tool {
  return suiteTool(besideRoot(MOCHA), {
    name: `mocha ${reporter}`,
    packages: ["mocha"],
    programs: [],
    command: `mocha --reporter ${reporter}`,
    calls: {
      colour_flag: `mocha --reporter ${reporter} --color`,
      retries: `mocha --reporter ${reporter} --retries 1`,
    },
  })
}

/** The tests of some runners stand in a folder, the values beside it. */
function besideRoot(write: WriteSuite): WriteSuite {
  return (suite) =>
    Object.fromEntries(
      Object.entries(write(suite)).map(([path, text]) => [
        path,
        text.replace("'./values.cjs'", "'../values.cjs'"),
      ]),
    )
}

export const javascriptTests: readonly Tool[] = [
  suiteTool((suite) => ({ ...JEST(suite), "package.json": "{}" }), {
    name: "jest",
    packages: ["jest"],
    programs: [],
    command: "jest",
    calls: {
      in_band: "jest --runInBand",
      verbose: "jest --verbose",
      random: "jest --randomize --seed 7",
      colour_flag: "jest --colors",
    },
  }),
  suiteTool(VITEST, {
    name: "vitest",
    packages: ["vitest"],
    programs: [],
    command: "vitest run",
    calls: {
      one_worker: "vitest run --no-file-parallelism",
      shuffled: "vitest run --sequence.shuffle --sequence.seed 7",
      retries: "vitest run --retry 1",
      verbose: "vitest run --reporter verbose",
    },
  }),
  ...["spec", "dot", "tap", "min"].map(mocha),
  ...["spec", "tap", "dot"].map((reporter) =>
    suiteTool(NODE, {
      name: `node:test ${reporter}`,
      packages: [],
      programs: ["node"],
      command: `node --test --test-reporter ${reporter}`,
      calls: { one_at_a_time: `node --test --test-concurrency 1 --test-reporter ${reporter}` },
    }),
  ),
  ...["", " --tap"].map((flag) =>
    suiteTool((suite) => ({ ...AVA(suite), "package.json": "{}" }), {
      name: `ava${flag}`,
      packages: ["ava"],
      programs: [],
      command: `ava${flag}`,
      calls: { serial: `ava${flag} --serial` },
    }),
  ),
  suiteTool(besideRoot(JASMINE), {
    name: "jasmine",
    packages: ["jasmine"],
    programs: [],
    command: "jasmine 'spec/*_spec.cjs'",
    calls: {
      seed: "jasmine --seed=7 'spec/*_spec.cjs'",
      in_order: "jasmine --random=false 'spec/*_spec.cjs'",
    },
  }),
  suiteTool(BUN, {
    name: "bun test",
    packages: ["bun"],
    programs: [],
    command: "bun test",
    calls: { random: "bun test --randomize --seed 7" },
  }),
  ...["list", "line", "dot"].map((reporter) =>
    suiteTool(PLAYWRIGHT, {
      name: `playwright ${reporter}`,
      packages: ["@playwright/test"],
      programs: [],
      command: `playwright test --reporter ${reporter}`,
      calls: { one_worker: `playwright test --reporter ${reporter} --workers 1` },
    }),
  ),
  suiteTool(besideRoot(UVU), { name: "uvu", packages: ["uvu"], programs: [], command: "uvu tests" }),
  suiteTool(besideRoot(QUNIT), {
    name: "qunit",
    packages: ["qunit"],
    programs: [],
    command: "qunit",
    calls: { seed: "qunit --seed 7" },
  }),
  suiteTool(besideRoot(TAPE), {
    name: "tape",
    packages: ["tape"],
    programs: [],
    command: "tape 'test/*.cjs'",
  }),
]
