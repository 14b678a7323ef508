import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { readDeclaredDependencies } from "./declared_dependencies.ts"

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function namesIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), "declared-"))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return readDeclaredDependencies(root)
}

describe("readDeclaredDependencies", () => {
  it.each([
    [
      "package.json",
      '\uFEFF{"dependencies":{"zod":"^3"},"devDependencies":{"@a/b":"1"},"peerDependencies":{"react":"*"},"scripts":{"test":"x"}}',
      ["@a/b", "react", "zod"],
    ],
    [
      "composer.json",
      '{"require":{"php":">=8","ext-json":"*","a/b":"^1"},"require-dev":{"c/d":"*"}}',
      ["a/b", "c/d"],
    ],
    [
      "requirements-dev.txt",
      "# tools\n-r base.txt\n--index-url https://example.com\nPyYAML>=6 # yes\nuvicorn[standard]==0.2\nattrs\n  six ; python_version < '3'\ngit+https://example.com/a\nname @ https://example.com/a\n",
      ["PyYAML", "attrs", "name", "six", "uvicorn"],
    ],
    [
      "pyproject.toml",
      '[project]\nname = "shop"\ndependencies = [\n  "requests>=2",\n  "rich[all]", # pretty\n]\nkeywords = ["none"]\n\n[project.optional-dependencies]\ndev = ["pytest", "mypy>=1"]\n\n[tool.poetry.dependencies]\npython = "^3.10"\nflask = { version = "3" }\n\n[tool.poetry.group.dev.dependencies]\nblack = "*"\n\n[tool.other]\nkey = "value"\n',
      ["black", "flask", "mypy", "pytest", "requests", "rich"],
    ],
    [
      "Pipfile",
      '[[source]]\nname = "pypi"\n\n[packages]\nrequests = "*"\n\n[dev-packages]\npytest = "*"\n\n[requires]\npython_version = "3.11"\n',
      ["pytest", "requests"],
    ],
    [
      "Cargo.toml",
      '[package]\nname = "shop"\n\n[dependencies]\nserde_json = "1"\nrand.workspace = true\n\n[dependencies.tokio]\nversion = "1"\n\n[target."cfg(unix)".dev-dependencies]\nlibc = "0.2"\n',
      ["libc", "rand", "serde_json", "tokio"],
    ],
    [
      "go.mod",
      "module example.com/shop\n\ngo 1.22\n\nrequire github.com/a/b v1.2.3\n\nrequire (\n\tgolang.org/x/text v0.3.0 // indirect\n)\n",
      ["github.com/a/b", "golang.org/x/text"],
    ],
    [
      "Gemfile",
      'source "https://rubygems.org"\ngem "rails", "~> 7"\ngroup :test do\n  gem(\'rspec\')\nend\n',
      ["rails", "rspec"],
    ],
  ])("reads %s", async (file, text, names) => {
    expect(await namesIn({ [file]: text })).toEqual(names)
  })

  it.each([
    ["setup.cfg", "[options]\r\ninstall_requires =\r\n    requests>=2\r\n    rich\r\n", ["requests", "rich"]],
    ["requirements.in", "flask\n-c constraints.txt\n", ["flask"]],
    [
      "pyproject.toml",
      '[project]\ndependencies = ["a>=1", "b[x] ; python_version < \\"4\\""]\n[tool.uv]\ndev-dependencies = ["c"]\n',
      ["a", "b", "c"],
    ],
    [
      "Cargo.toml",
      'dependencies = { serde = "1", rand = { version = "1", package = "rand_x" } }\n',
      ["rand", "rand_x", "serde"],
    ],
    [
      "pom.xml",
      "<project><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency></dependencies></project>",
      ["g:a"],
    ],
  ])("reads %s as a fingerprint does", async (file, text, names) => {
    expect(await namesIn({ [file]: text })).toEqual(names)
  })

  it("puts several manifests together", async () => {
    expect(
      await namesIn({ "package.json": '{"dependencies":{"b":"1"}}', "requirements.txt": "a\nb\n" }),
    ).toEqual(["a", "b"])
  })

  it("finds nothing in what is broken, not there or no file", async () => {
    expect(await namesIn({ "package.json": "{", "composer.json": "[]", "pyproject.toml": "]]" })).toEqual([])
    expect(await readDeclaredDependencies("/nowhere/at/all")).toEqual([])
    const root = mkdtempSync(join(tmpdir(), "declared-"))
    folders.push(root)
    mkdirSync(join(root, "package.json"))
    expect(await readDeclaredDependencies(root)).toEqual([])
  })
})
