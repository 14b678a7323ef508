import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { withFolder } from "../state/session_log.fixture.ts"
import { openScripts } from "./open_scripts.ts"

const SCRIPT = `/*0000*/(function(load){return{twice:function(n){return n*2},other:function(){return load("other.js")}}})`
const ENDING_BYTES = 8

interface Doubler {
  twice(n: number): number
  other(): string
}

function withScripts(use: (run: (version?: string) => Doubler, cache: string) => void): Promise<void> {
  return withFolder((folder) => {
    writeFileSync(join(folder, "other.js"), '(function(){return "other"})')
    const cache = join(folder, "a", "compiled")
    let runs = 0
    const run = (version = "1") => {
      // V8 remembers what this process compiled, and identifies scripts in cached code by length alone.
      const text = SCRIPT.replace("0000", String((runs += 1)).padStart(4, "0"))
      writeFileSync(join(folder, "main.js"), text)
      const scripts = openScripts({ folder, cache, version })
      const doubler = scripts.load("main.js") as Doubler
      expect(doubler.twice(4)).toBe(8)
      scripts.keep()
      return doubler
    }
    use(run, cache)
    return Promise.resolve()
  })
}

/** How often cached code was used and stored again; V8 must accept it for either. */
function generations(cache: string): readonly number[] {
  return readdirSync(cache).map((name) => {
    const bytes = readFileSync(join(cache, name))
    return bytes.readUInt32LE(bytes.length - ENDING_BYTES)
  })
}

afterEach(() => vi.restoreAllMocks())

it("keeps what was compiled, takes it, and learns ever more rarely", () =>
  withScripts((run, cache) => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.4)
    expect(run().other()).toBe("other")
    expect(generations(cache)).toEqual([1])
    run()
    expect(generations(cache)).toEqual([2])
    run()
    expect(generations(cache)).toEqual([2])
    random.mockReturnValue(0)
    run()
    expect(generations(cache)).toEqual([3])
    for (const name of readdirSync(cache)) expect(statSync(join(cache, name)).mode & 0o077).toBe(0)
  }))

it("compiles anew, and keeps that, where what was kept is spoilt, cut off, or of other code", () =>
  withScripts((run, cache) => {
    vi.spyOn(Math, "random").mockReturnValue(0)
    run()
    run()
    const [name = ""] = readdirSync(cache)
    const file = join(cache, name)
    const kept = readFileSync(file)
    const ending = kept.subarray(kept.length - ENDING_BYTES)
    const spoilt = [
      Buffer.alloc(0),
      Buffer.alloc(500, 255),
      kept.subarray(0, 100),
      Buffer.concat([kept.subarray(0, 60), ending]),
      Buffer.concat([Buffer.alloc(kept.length - ENDING_BYTES), ending]),
    ]
    for (const bytes of spoilt) {
      writeFileSync(file, bytes)
      run()
      expect(generations(cache)).toEqual([1])
    }
    run("2")
    expect(generations(cache)).toEqual([1, 1])
  }))

it("takes away what was not used for a month", () =>
  withScripts((run, cache) => {
    run("old")
    const [name = ""] = readdirSync(cache)
    const before = Date.now() / 1000 - 40 * 24 * 3600
    utimesSync(join(cache, name), before, before)
    run("new")
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^new-/)])
  }))

it("runs where nothing can be kept, and throws where there is no script", () =>
  withFolder((folder) => {
    writeFileSync(join(folder, "main.js"), SCRIPT)
    const scripts = openScripts({ folder, cache: join(folder, "main.js"), version: "1" })
    expect((scripts.load("main.js") as Doubler).twice(2)).toBe(4)
    scripts.keep()
    expect(readdirSync(folder)).toEqual(["main.js"])
    expect(() => scripts.load("none.js")).toThrow("ENOENT")
    writeFileSync(join(folder, "wrong.js"), "(function(")
    expect(() => scripts.load("wrong.js")).toThrow(SyntaxError)
    return Promise.resolve()
  }))
