import { describe, expect, it } from "vitest"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { pylintParser } from "./pylint.ts"

const SHOP =
  "C0301 C0303 C0114 C0410 C0116 C0103 C0103 W0612 C0115 C0116 C0321 E1101 R0903 C0116 C0103 W0102 W0702 E0602 C0121 C0321 W0611 W0611 W0611"
const USE = "C0114 E0611 E0401 C0116 E1120 E1121 C0411 W0611 W0611"
const lines = (codes: string, path: string) => codes.split(" ").map((code) => `- | lint | ${code} | ${path}`)
const SYNTAX = "- | build | E0001 | syntax.py"

describe("pylintParser", () => {
  it.each([
    ["pylint.default", [SYNTAX, ...lines(SHOP, "shop.py"), ...lines(USE, "use.py")]],
    ["pylint.json", [SYNTAX, ...lines(SHOP, "shop.py"), ...lines(USE, "use.py")]],
    ["pylint.parseable", [...lines(SHOP, "shop.py"), ...lines(USE, "use.py")]],
    ["pylint.colour", lines(SHOP, "shop.py")],
    ["pylint.missing", ["- | build | F0001 | nowhere"]],
    ["pylint.ok", []],
  ])("reads %s", (name, expected) => {
    const { parsed, parser } = readFixture(`python/${name}`)
    expect(parser).toBe("pylint")
    expect(summary(parsed.diagnostics)).toEqual(expected)
    expect(parsed.tests_run).toBeNull()
  })

  it("reads the same from text and JSON", () => {
    expect(readFixture("python/pylint.json").parsed).toEqual(readFixture("python/pylint.default").parsed)
    const text = signatureOf(diagnoseFixture("python/pylint.default"), {}).signature
    expect(signatureOf(diagnoseFixture("python/pylint.json"), {}).signature).toBe(text)
    expect(signatureOf(diagnoseFixture("python/pylint.parseable"), {}).signature).not.toBe(text)
  })

  it("keeps the message without its symbol", () => {
    const { diagnostics } = readFixture("python/pylint.default").parsed
    expect(diagnostics[12]).toEqual({
      kind: "lint",
      code: "E1101",
      message: "Instance of 'Thing' has no 'cost' member",
      location: { path: "shop.py", line: 7, column: 28 },
    })
  })

  it("reads JSON behind other output, and nothing of one that was cut", () => {
    const json = fixture("python/pylint.json")
    expect(
      pylintParser.parse(`[1/2] linting {\n${json}make: *** [lint] Error 4\n`)?.diagnostics,
    ).toHaveLength(33)
    expect(pylintParser.parse(json.slice(0, -10))).toBeNull()
    expect(pylintParser.recognises("a.py:1:0: C0114: no (x)", undefined)).toBe(false)
  })
})
