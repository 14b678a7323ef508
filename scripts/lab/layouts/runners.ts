/** A test runner with a test of `add` in its own words. */
export interface TestRunner {
  readonly name: string
  /** Its package and version; null: it comes with Node. */
  readonly install: Readonly<Record<string, string>>
  readonly extension: string
  readonly test: (subject: string) => string
}

const required = (subject: string) => `const { add } = require(${JSON.stringify(subject)})\n`
const imported = (subject: string) => `import lib from ${JSON.stringify(subject)}\n`

export const testRunners: readonly TestRunner[] = [
  {
    name: "node",
    install: {},
    extension: ".test.js",
    test: (subject) =>
      `const test = require("node:test")\nconst assert = require("node:assert")\n${required(subject)}test("adds", () => assert.equal(add(1, 2), 3))\n`,
  },
  {
    name: "tape",
    install: { tape: "^5.9.0" },
    extension: ".test.js",
    test: (subject) =>
      `const test = require("tape")\n${required(subject)}test("adds", (t) => {\n  t.equal(add(1, 2), 3)\n  t.end()\n})\n`,
  },
  {
    name: "mocha",
    install: { mocha: "^11.7.0" },
    extension: ".test.js",
    test: (subject) =>
      `const assert = require("node:assert")\n${required(subject)}describe("add", () => {\n  it("adds", () => assert.equal(add(1, 2), 3))\n})\n`,
  },
  {
    name: "jest",
    // What npm locks of 30 here, `npm ci` refuses: optional packages of its resolver are missing.
    install: { jest: "^29.7.0" },
    extension: ".test.js",
    test: (subject) => `${required(subject)}test("adds", () => expect(add(1, 2)).toBe(3))\n`,
  },
  {
    name: "vitest",
    install: { vitest: "^4.0.0" },
    extension: ".test.mjs",
    test: (subject) =>
      `import { expect, test } from "vitest"\n${imported(subject)}test("adds", () => expect(lib.add(1, 2)).toBe(3))\n`,
  },
  {
    name: "ava",
    install: { ava: "^6.4.0" },
    extension: ".test.mjs",
    test: (subject) =>
      `import test from "ava"\n${imported(subject)}test("adds", (t) => t.is(lib.add(1, 2), 3))\n`,
  },
]
