import { describe, expect, it } from "vitest"
import type { FixClass } from "../feedback.ts"
import { planWith } from "../rows.fixture.ts"
import { isLargeJob } from "./large_job.ts"

function planOf(loc: number, paths: readonly string[] = ["src/a.ts"], fix_class: FixClass = "tool") {
  const files = paths.map((path) => ({ path, loc_estimate: loc / paths.length, operation: "edit" as const }))
  return planWith({ files, fix_class, total_loc_estimate: loc })
}

describe("isLargeJob", () => {
  it.each([
    ["300 lines at 200", planOf(300), true],
    ["201 lines at 200", planOf(201), true],
    ["200 lines at 200", planOf(200), false],
    ["50 lines of one file", planOf(50), false],
    ["10 lines of architecture", planOf(10, ["a.ts"], "architectural"), true],
    ["10 lines of the state machine", planOf(10, ["a.ts"], "state-machine"), true],
    ["10 lines of policy", planOf(10, ["a.ts"], "policy"), false],
    [
      "two files side by side, three folders deep",
      planOf(60, ["src/shop/cart/a.ts", "src/shop/cart/b.ts"]),
      false,
    ],
    ["two files side by side, five folders deep", planOf(60, ["a/b/c/d/e/x.ts", "a/b/c/d/f/y.ts"]), false],
    ["two files of the root", planOf(60, ["README.md", "main.ts"]), false],
    ["two components", planOf(51, ["src/shop/cart/a.ts", "src/shop/till/b.ts"]), true],
    ["a file of the root and one of a folder", planOf(51, ["main.ts", "src/a.ts"]), true],
    ["four lines of two components", planOf(4, ["index.js", "lib/utils.js"]), false],
    ["50 lines of five components", planOf(50, ["a/x.ts", "b/x.ts", "c/x.ts", "d/x.ts", "e/x.ts"]), false],
    ["four lines of a Makefile", planOf(4, ["src/a.ts", "Makefile"]), true],
    ["four lines of a manifest", planOf(4, ["packages/a/package.json"]), true],
    ["four lines of what a build runs", planOf(4, ["build.rs"]), true],
    ["four lines of what pytest loads by itself", planOf(4, ["tests/conftest.py"]), true],
    ["four lines of what cargo reads", planOf(4, ["a/.cargo/config.toml"]), true],
    ["four lines of an action", planOf(4, ["action.yml"]), true],
    ["four lines of a script of the forge", planOf(4, [".github/scripts/label.mjs"]), true],
    ["four lines of a container", planOf(4, ["docker/Dockerfile.dev"]), true],
    ["four lines of what agents obey", planOf(4, ["AGENTS.md"]), true],
    ["four lines of a module called build", planOf(4, ["src/build.ts", "src/makefile_reader.ts"]), false],
    ["a source and its test", planOf(100, ["src/price.ts", "tests/price.test.ts"]), false],
    ["tests alone, of two folders", planOf(100, ["a/tests/x.test.ts", "b/tests/y.test.ts"]), true],
  ])("judges %s", (_what, plan, large) => {
    const judged = isLargeJob(plan)
    expect(judged.large).toBe(large)
    expect(judged.reasons).toHaveLength(large ? 1 : 0)
  })

  it("says every reason", () => {
    const plan = planOf(500, ["src/shop/cart/a.ts", "src/shop/till/b.ts"], "architectural")
    expect(isLargeJob(plan).reasons).toEqual([
      "a fix of the class architectural is always looked at",
      "about 500 lines, more than 200",
      "files of 2 components: src/shop/cart, src/shop/till",
    ])
  })

  it("finds two components large whatever the threshold, and names six of many", () => {
    expect(isLargeJob(planOf(60, ["a/x.ts", "b/y.ts"]), { threshold_loc: 500 }).large).toBe(true)
    const many = planOf(
      60,
      Array.from({ length: 9 }, (_, at) => `c${at}/x.ts`),
    )
    expect(isLargeJob(many).reasons).toEqual(["files of 9 components: c0, c1, c2, c3, c4, c5, 3 more"])
  })

  it("takes the lines and the depth from which components count", () => {
    const spread = planOf(4, ["src/shop/cart/a.ts", "src/shop/till/b.ts"])
    expect(isLargeJob(spread, { component_loc: 3 }).large).toBe(true)
    expect(isLargeJob(spread, { component_loc: 3, component_depth: 2 }).large).toBe(false)
    expect(isLargeJob(planOf(199, ["a.ts", "b/c.ts"]), { component_depth: 0 }).large).toBe(false)
    expect(isLargeJob(planOf(199, ["a.ts", "b/c.ts"]), { component_loc: 199 }).large).toBe(false)
  })

  it("takes a threshold and more classes", () => {
    expect(isLargeJob(planOf(50), { threshold_loc: 49 }).large).toBe(true)
    expect(isLargeJob(planOf(0), { threshold_loc: 0 }).large).toBe(false)
    expect(isLargeJob(planOf(10, ["a.ts"], "policy"), { always: ["policy"] }).large).toBe(true)
    expect(isLargeJob(planOf(10, ["a.ts"], "architectural"), { always: ["policy"] }).large).toBe(true)
  })

  it("does not believe a total below what the files say", () => {
    expect(isLargeJob({ ...planOf(300), total_loc_estimate: 1 }).large).toBe(true)
  })

  it("refuses what is no threshold and no class, with a near miss", () => {
    for (const threshold_loc of [-1, 1.5, Number.NaN]) {
      expect(() => isLargeJob(planOf(1), { threshold_loc })).toThrow(
        expect.objectContaining({ option: "threshold_loc" }),
      )
    }
    for (const option of ["component_loc", "component_depth"]) {
      expect(() => isLargeJob(planOf(1), { [option]: -1 })).toThrow(expect.objectContaining({ option }))
    }
    expect(() => isLargeJob(planOf(1), { always: ["polcy"] })).toThrow(
      expect.objectContaining({ option: "always", did_you_mean: "policy" }),
    )
  })
})
