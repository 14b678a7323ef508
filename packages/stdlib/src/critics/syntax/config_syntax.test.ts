import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { configSyntax } from "./config_syntax.ts"
import { configFamily, INI_NAMES, TOML_NAMES } from "./formats.ts"

async function judge(after: Readonly<Record<string, string | null>>) {
  const change = changeSet(Object.entries(after).map(([path, text]) => ({ path, after: text })))
  return configSyntax.check(change, memoryFacts({}, change))
}

describe("the family of a file", () => {
  it.each<[string, string | undefined]>([
    ...[...TOML_NAMES].map((name): [string, string] => [name, "toml"]),
    ...[...INI_NAMES].map((name): [string, string] => [name, "ini"]),
    ["src/.ruff.toml", "toml"],
    ["packages/foo/setup.cfg", "ini"],
    ["custom.toml", "toml"],
    ["custom.ini", "ini"],
    ["custom.cfg", "ini"],
    ["Custom.INI", "ini"],
    ["README.md", undefined],
    ["package.json", undefined],
    ["Makefile", undefined],
    ["docker/php.ini", undefined],
    ["docker/php8/opcache.ini", undefined],
    ["php/setup.cfg", "ini"],
  ])("%s is %s", (path, family) => {
    expect(configFamily(path)).toBe(family)
  })

  it("is one only", () => {
    expect([...TOML_NAMES].filter((name) => INI_NAMES.has(name))).toEqual([])
  })
})

describe("G20", () => {
  it("tells every error of every broken file and leaves the sound one out", async () => {
    const verdict = await judge({
      "setup.cfg": "a = 1\n[b]\nc = 1\nC = 2\n[b]\n",
      "tox.ini": "[tox]\nenvlist = py\n",
      "Cargo.toml": "[package\n",
      "gone.ini": null,
    })
    expect(verdict).toMatchObject({
      violations: [
        { path: "setup.cfg", line: 1, rule: "ini_syntax" },
        { path: "setup.cfg", line: 4 },
        { path: "setup.cfg", line: 5 },
        { path: "Cargo.toml", line: 1, rule: "toml_syntax" },
      ],
    })
    expect(verdict.status === "fail" && configSyntax.event.fields(verdict)).toEqual({
      error_count: 4,
      files: ["Cargo.toml", "setup.cfg"],
    })
  })

  it("takes a .cfg without any section for another language, unless its name says configparser", async () => {
    const text = "host 127.0.0.1\nport 80\n"
    expect(await judge({ "nagios.cfg": text })).toEqual({ status: "pass" })
    expect(await judge({ "setup.cfg": text })).toMatchObject({ status: "fail" })
    expect(await judge({ "custom.ini": text })).toMatchObject({ status: "fail" })
  })
})
