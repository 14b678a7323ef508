import { expect, it } from "vitest"
import { lostIn } from "./preservation.fixture.ts"
import { scriptPreservation } from "./script.ts"

const judged = async (path: string, before: string, after: string) =>
  (await lostIn(scriptPreservation, { [path]: before }, { [path]: after })).map((one) => one.split(": ")[1])

const HELPER = "function helper(a) {\n  return a + 1\n}\n"
const USER = "export function use(a) {\n  return helper(a)\n}\n"

it.each([
  ["a.js", HELPER, USER, "helper"],
  ["a.ts", "class Cart {}\n", "export const cart = new Cart()\n", "Cart"],
  ["a.ts", "class Cart {}\n", "export function f(cart: Cart) {}\n", "Cart"],
  ["a.tsx", "const Row = () => <p />\n", "export const table = () => <Row />\n", "Row"],
  ["a.js", HELPER, "exports.use = (a) => helper(a)\n", "helper"],
  ["a.js", HELPER, "module.exports = { helper }\n", "helper"],
  ["a.mjs", HELPER, "export { helper }\n", "helper"],
])("%s still uses what is gone: %j before %j", async (path, helper, user, name) => {
  expect(await judged(path, helper + user, user)).toContain(name)
})

it.each([
  ["a.js", HELPER, USER, 'import { helper } from "./b.js"\n'],
  ["a.js", HELPER, USER, 'import * as helper from "./b.js"\n'],
  ["a.cjs", HELPER, "exports.use = (a) => helper(a)\n", 'const { helper } = require("./b")\n'],
  ["a.cjs", HELPER, "exports.use = (a) => helper(a)\n", 'const { x: helper = 1 } = require("./b")\n'],
  ["a.ts", HELPER, USER, "declare function helper(a: number): number\n"],
  ["a.ts", "class Cart {}\n", "export function f(cart: Cart) {}\n", "interface Cart {}\n"],
  ["a.ts", HELPER, "", "export function use(helper: () => void) {\n  helper()\n}\n"],
  ["a.js", HELPER, "", "export const use = (helper) => helper()\n"],
  ["a.js", HELPER, "", "export const use = (object) => object.helper()\n"],
  ["a.js", HELPER, "", "export const use = { helper: 1 }\n"],
  ["a.js", HELPER, USER, "/* global helper */\n"],
  ["a.js", "function fetch() {}\n", "export const use = () => fetch()\n", ""],
  ["a.js", HELPER, "", 'export const use = "helper"\n'],
])("%s may lose what it binds otherwise or no longer uses: %j, %j, %j", async (path, helper, user, more) => {
  expect(
    await judged(path, `export const a = 1\n${helper}${user}`, `export const a = 1\n${more}${user}`),
  ).toEqual([])
})

const OVERLOADS = "export function last(a: string): string\nexport function last(a: number): number\n"
const BODY = "export function last(a: unknown): unknown {\n  return a\n}\n"

it("overloads alone are no function, unless they are declared", async () => {
  expect(await judged("a.ts", OVERLOADS + BODY, OVERLOADS)).toEqual(["last"])
  expect(await judged("a.ts", OVERLOADS + BODY, OVERLOADS + BODY.replace("return a", "return [a]"))).toEqual(
    [],
  )
  expect(await judged("a.d.ts", OVERLOADS + BODY, OVERLOADS)).toEqual([])
  expect(await judged("a.ts", OVERLOADS + BODY, OVERLOADS.replaceAll("export", "export declare"))).toEqual([])
})
