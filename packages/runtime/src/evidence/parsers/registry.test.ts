import { describe, expect, it, test } from "vitest"
import { moreThanLinear } from "../more_than_linear.fixture.ts"
import { fixture } from "./fixture.fixture.ts"
import type { OutputParser } from "./parser.ts"
import { parseOutput } from "./registry.ts"

const read = (text: string, own?: readonly OutputParser[]) => parseOutput(text, undefined, own)

describe("parseOutput", () => {
  it("reads each tool's output with its parser, coloured, prefixed or with CRLF", () => {
    const text = fixture("node.22.tap")
    const plain = read(text)
    expect(plain.parser).toBe("node_test")
    expect(read(text.replaceAll("\n", "\r\n"))).toEqual(plain)
    expect(read(text.replace("not ok", "\u001b[31mnot ok\u001b[0m"))).toEqual(plain)
    const prefixed = `packages/a test$ node --test\n${text.replaceAll(/^/gm, "packages/a test: ")}`
    expect(read(prefixed)).toEqual(plain)
  })

  it("reads the output of two tools with both parsers", () => {
    const { parsed, parser } = read(fixture("node.22.spec") + fixture("pytest.verbose"))
    expect(parser).toBe("node_test+pytest")
    expect(parsed.tests_run).toBe(17)
    expect(parsed.diagnostics).toHaveLength(18)
    expect(parsed.ran_test_ids).toHaveLength(23)
    expect(read(fixture("node.22.spec") + fixture("pytest.default")).parsed.ran_test_ids).toBeNull()
  })

  it("reads what no parser knows line by line", () => {
    expect(read("boom\nbang")).toEqual({
      parser: "lines",
      parsed: {
        diagnostics: [
          { kind: "runtime", message: "boom" },
          { kind: "runtime", message: "bang" },
        ],
        tests_run: null,
        ran_test_ids: null,
      },
    })
  })

  it("calls no list of tests complete when the middle of the output is gone", () => {
    const filler = "a quiet line of a test's own output\n".repeat(10_000)
    const text = fixture("pytest.verbose").replace("=== ERRORS ===", `\n${filler}=== ERRORS ===`)
    const { parsed, parser } = read(text)
    expect(parser).toBe("pytest")
    expect(parsed.tests_run).toBe(8)
    expect(parsed.ran_test_ids).toBeNull()
  })

  it("takes a host's parsers, and survives one that throws", () => {
    const own: OutputParser = {
      name: "own",
      recognises: (text, command) => command === undefined && text.startsWith("own"),
      parse: () => ({ diagnostics: [{ kind: "lint", message: "no" }], tests_run: null, ran_test_ids: null }),
    }
    const broken: OutputParser = {
      name: "broken",
      recognises: () => true,
      parse: () => {
        throw new Error("no")
      },
    }
    expect(read("own output", [broken, own]).parser).toBe("own")
    expect(read("other output", [broken, own]).parser).toBe("lines")
  })

  it("does linear work on hostile texts", () => {
    expect(moreThanLinear(read)).toEqual([])
  })
})

test("what a shell's time prints, and what a program throws because another failed, is no failure", () => {
  const times = "\nreal\t0m0.003s\nuser\t0m0.001s\nsys\t0m0.002s\n"
  expect(parseOutput(`boom\n${times}`).parsed).toEqual(parseOutput("boom\n").parsed)
  expect(parseOutput(times).parsed.diagnostics).toEqual([])
  const thrown = `✘ [ERROR] Expected ")"\n\n    a.js:2:0:\n\nnode:child_process:930\n    throw err;\n    ^\n\nError: Command failed: esbuild a.js\n    at genericNodeError (node:internal/errors:984:15)\n`
  expect(parseOutput(thrown).parser).toBe("lines")
  expect(parseOutput(thrown).parsed.diagnostics.map(({ message }) => message)).toContain("a.js:2:0:")
})
