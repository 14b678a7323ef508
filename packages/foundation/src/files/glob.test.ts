import { describe, expect, it } from "vitest"
import { cpuMs } from "../process/cpu_time.fixture.ts"
import { compileGlob } from "./glob.ts"

describe("compileGlob", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "deep/er/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/very/deep/a.ts", true],
    ["src/**/*.ts", "other/src/a.ts", false],
    ["src/**", "src/a/b", true],
    ["src/", "src/a", true],
    ["/src/a.ts", "src/a.ts", true],
    ["./src/a.ts", "src/a.ts", true],
    ["**/test/**/x", "a/test/b/test/x", true],
    ["a?c", "abc", true],
    ["a?c", "a🙂c", true],
    ["a?c", "a/c", false],
    ["*.{ts,tsx}", "a.tsx", true],
    ["*.{ts,tsx}", "a.js", false],
    ["{a,b}/{c,d}", "b/c", true],
    ["{a,{b,c}}.ts", "c.ts", true],
    ["[id].ts", "[id].ts", true],
    ["a+(b).ts", "a+(b).ts", true],
    ["A.ts", "a.ts", false],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(compileGlob(pattern)(path)).toBe(expected)
  })

  it("ignores case on request, beyond ASCII too", () => {
    expect(compileGlob("geheim/ÄÖ.txt", { ignore_case: true })("Geheim/a\u0308ö.TXT")).toBe(true)
  })

  it("takes linear time on patterns that make a backtracking matcher explode", () => {
    const started_at = cpuMs()
    expect(compileGlob(`${"*a".repeat(200)}b`)("a".repeat(20_000))).toBe(false)
    expect(compileGlob(`${"**/a/".repeat(200)}b`)("a/".repeat(5000))).toBe(false)
    expect(compileGlob("{a,b}".repeat(40))("ab")).toBe(false)
    expect(cpuMs() - started_at).toBeLessThan(3000)
  })
})
