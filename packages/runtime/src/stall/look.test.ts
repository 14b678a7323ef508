import { describe, expect, it } from "vitest"
import { BASE, OK, read } from "./read_result.fixture.ts"

const look = (command: string, output = "the same long answer of a look") =>
  read({ ok: true, output }, { kind: "execute" }, { command }).look

describe("what a look has shown", () => {
  it.each([
    ["ls src", "ls ./src"],
    ["ls src", "ls src/"],
    ["ls src", "ls -la src"],
    ["ls src", "cd . && ls src | head -3"],
    ["cat a.ts", "cat ./a.ts 2>/dev/null"],
  ])("is the same by %s and %s", (one, other) => {
    expect(look(one)).toBe(look(other))
    expect(look(one)).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ["ls src", "ls test"],
    ["ls a b", "ls ab"],
    ["ls .", "ls /"],
  ])("differs by %s and %s", (one, other) => {
    expect(look(one)).not.toBe(look(other))
  })

  it("differs in flags where it shows nothing, and in what it shows", () => {
    expect(look("grep -r x src", "")).not.toBe(look("grep -ri x src", ""))
    expect(look("ls src", "one")).not.toBe(look("ls src", "two"))
  })

  it("is nothing for a change, a check, a failed look, or without inference", () => {
    expect(look("npm test")).toBeNull()
    expect(look("rm a.ts")).toBeNull()
    expect(read({ ok: false, error: "gone" }, { kind: "read" }).look).toBeNull()
    expect(read(OK, { kind: "read" }, { knobs: BASE }).look).toBeNull()
    expect(read(OK, { kind: "read" }).look).not.toBeNull()
  })
})
