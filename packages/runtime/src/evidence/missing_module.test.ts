import { describe, expect, it } from "vitest"
import { diagnose } from "./diagnose.ts"
import { isDeclared, missingModule } from "./missing_module.ts"

describe("missingModule", () => {
  it.each([
    ["Error: Cannot find module 'express'", "express"],
    ["Error: Cannot find module '@scope/pkg/part'", "@scope/pkg/part"],
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /a.ts", "zod"],
    ["src/a.ts(1,2): error TS2307: Cannot find module 'zod' or its corresponding type declarations.", "zod"],
    ["Module not found: Error: Can't resolve 'react' in '/app/src'", "react"],
    ['Error: Failed to resolve import "vue" from "src/a.ts". Does the file exist?', "vue"],
    ['X [ERROR] Could not resolve "lodash/fp"', "lodash/fp"],
    ["ModuleNotFoundError: No module named 'yaml.reader'", "yaml.reader"],
    ["ImportError: No module named yaml", "yaml"],
    ["cannot load such file -- active_support/all (LoadError)", "active_support/all"],
    ["a.go:3:8: no required module provides package github.com/a/b/c; to add it:", "github.com/a/b/c"],
    ["error[E0463]: can't find crate for `serde_json`", "serde_json"],
    ["error[E0432]: use of unresolved module or unlinked crate `serde`", "serde"],
    ["Error: Cannot find module './a'", null],
    ["Error: Cannot find module '/srv/a.js'", null],
    ["Error: Cannot find module 'C:/a.js'", null],
    ["Error: Cannot find module '@/a'", null],
    ["Error: Cannot find module 'node:a'", null],
    ["Error: Cannot find module '#a'", null],
    ["TypeError: x is not a function", null],
  ])("in %j is %s", (message, name) => {
    expect(missingModule(message)).toBe(name)
  })
})

describe("isDeclared", () => {
  it.each([
    ["express", "express", true],
    ["@scope/pkg/part", "@scope/pkg", true],
    ["@scope/other", "@scope/pkg", false],
    ["lodash/fp", "lodash", true],
    ["yaml.reader", "PyYAML", true],
    ["cv2", "opencv-python-headless", true],
    ["PIL", "Pillow", true],
    ["sklearn.svm", "scikit-learn", true],
    ["bs4", "beautifulsoup4", true],
    ["serde_json", "serde-json", true],
    ["uvicorn", "uvicorn[standard]", true],
    ["active_support/all", "activesupport", false],
    ["concurrent/ruby", "concurrent-ruby", true],
    ["github.com/a/b/c", "github.com/a/b", true],
    ["github.com/a/bc", "github.com/a/b", false],
    ["shop", "shopping", false],
    ["shop", "", false],
    ["zod", " zod ", true],
    ["concurrent/ruby/atomic", "concurrent-ruby", true],
    ["constructor", "zod", false],
  ])("%s by %s: %s", (module, declared, expected) => {
    expect(isDeclared(module, ["other", declared])).toBe(expected)
  })

  it("is nothing where nothing is declared", () => {
    expect(isDeclared("zod", [])).toBe(false)
  })
})

describe("a missing module of a declared package", () => {
  const kindOf = (output: string, declared_dependencies?: readonly string[]) =>
    diagnose({ ok: false, output }, { check_id: "tests", declared_dependencies }).kind

  it.each([
    ["Error: Cannot find module 'express'\nRequire stack:\n- /a.js", "express"],
    [
      "Traceback (most recent call last):\n  File \"a.py\", line 1\nModuleNotFoundError: No module named 'yaml'",
      "pyyaml",
    ],
    [
      " FAIL  a.test.ts [ a.test.ts ]\nError: Cannot find package 'zod' imported from /a/b.ts\n\n Test Files  1 failed (1)\n",
      "zod",
    ],
  ])("is the environment's fault: %j", (output, name) => {
    expect(kindOf(output)).not.toBe("environment")
    expect(kindOf(output, ["other"])).not.toBe("environment")
    expect(kindOf(output, ["other", name])).toBe("environment")
  })

  it("is not what a failing test is about", () => {
    const output =
      "TAP version 13\n# Subtest: a\nnot ok 1 - a\n# Subtest: b\nnot ok 2 - b\n# tests 2\n# fail 2"
    expect(kindOf(output, ["a", "zod"])).toBe("test")
  })
})

describe("a check that was killed", () => {
  it("ran out of memory, unless its tests had failed by then", () => {
    const kindOf = (output: string) =>
      diagnose({ ok: false, output, exit_code: 137 }, { check_id: "tests" }).kind
    expect(kindOf("collecting ...")).toBe("environment")
    expect(kindOf("TAP version 13\n# Subtest: a\nnot ok 1 - a\n# tests 1")).toBe("test")
  })
})
