import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { initRepository, requireGit } from "@proofloop/foundation/git"
import { describe, expect, onTestFinished, test } from "vitest"
import { call } from "../console/io.fixture.ts"

const NODE = {
  "package.json": JSON.stringify({ name: "shop", type: "module", scripts: { test: "node --test" } }),
  "package-lock.json": "{}",
  "sum.test.js": 'import { test } from "node:test"\ntest("adds", () => {})\n',
}
const WITH_PROOFLOOP = {
  ...NODE,
  "package.json": JSON.stringify({
    name: "shop",
    scripts: { test: "node --test" },
    devDependencies: { proofloop: "0.1.0" },
  }),
  "node_modules/proofloop/config.schema.json": "{}",
  ".github/workflows/test.yml": "on: push\n",
  ".claude/settings.json": "{}\n",
}

async function repository(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "proofloop init "))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await initRepository(root)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

const init = async (cwd: string, ...args: readonly string[]) => call(["init", ...args], { cwd })
const read = async (root: string, path: string) => readFile(join(root, path), "utf8")

describe("proofloop init", () => {
  test("says which repository it sets up when one stands in a folder of it", async () => {
    const root = await repository({ ...NODE, "packages/web/package.json": "{}" })
    const below = await init(join(root, "packages/web"), "--no-run", "--dry-run")
    expect(below.stdout.replaceAll(/\s+/g, " ")).toContain(` repository ${root} package manager npm`)
    expect((await init(root, "--no-run", "--dry-run")).stdout).not.toContain("repository ")
  })

  test("runs the tests once, shows what it writes, and writes it", async () => {
    const root = await repository(WITH_PROOFLOOP)
    const { code, stdout } = await init(root, "--yes")
    expect(code).toBe(0)
    expect(stdout).toMatch(/test command +npm test \(pass, 1 test\)/)
    expect(stdout).toContain("Wrote 4 files.")
    expect(JSON.parse(await read(root, "proofloop.config.json"))).toEqual({
      $schema: "./node_modules/proofloop/config.schema.json",
      verify: "npm test",
      preset: "evidence",
    })
    expect(await read(root, ".git/hooks/pre-commit")).toBe(
      "#!/bin/sh\n# proofloop: judges what is staged\nnpx --no-install proofloop check --staged || exit 1\n# proofloop: end\n",
    )
    expect((await stat(join(root, ".git/hooks/pre-commit"))).mode & 0o111).toBe(0o111)
    expect(await read(root, ".github/workflows/proofloop.yml")).toContain("- run: npm ci\n")
    expect(JSON.parse(await read(root, ".mcp.json"))).toEqual({
      mcpServers: { proofloop: { command: "npx", args: ["--no-install", "proofloop", "mcp"] } },
    })
  })

  test("changes nothing the second time", async () => {
    const root = await repository(WITH_PROOFLOOP)
    await init(root, "--yes", "--no-run")
    const { code, stdout } = await init(root, "--yes", "--no-run")
    expect(code).toBe(0)
    expect(stdout).toContain("Nothing to write: all of it is there.")
  })

  test("writes nothing without a yes", async () => {
    const root = await repository(NODE)
    const asked = await init(root, "--no-run")
    expect(asked.code).toBe(1)
    expect(asked.stdout).toContain("Nothing was written; --yes writes it.")
    const dry = await init(root, "--dry-run", "--no-run")
    expect(dry.code).toBe(0)
    await expect(stat(join(root, "proofloop.config.json"))).rejects.toThrow("ENOENT")
    await expect(stat(join(root, ".git/hooks/pre-commit"))).rejects.toThrow("ENOENT")
  })

  test("keeps what else is in a hook and in a file of servers", async () => {
    const root = await repository({
      ...WITH_PROOFLOOP,
      ".git/hooks/pre-commit": "#!/bin/sh\nexec npm run lint",
      ".mcp.json": '{\n\t// ours\n\t"mcpServers": {\n\t\t"other": { "command": "x" }\n\t},\n\t"more": 1\n}\n',
    })
    await chmod(join(root, ".git/hooks/pre-commit"), 0o755)
    await init(root, "--yes", "--no-run")
    // In front: the hook may end early.
    expect(await read(root, ".git/hooks/pre-commit")).toMatch(
      /^#!\/bin\/sh\n# proofloop: judges[^]*# proofloop: end\nexec npm run lint$/,
    )
    const servers = await read(root, ".mcp.json")
    expect(servers).toMatch(
      /^\{\n\t\/\/ ours\n\t"mcpServers": \{\n\t\t"other": \{ "command": "x" \},\n\t\t"proofloop": \{\n\t{3}"command": "npx",[^]*\},\n\t"more": 1\n\}\n$/,
    )
  })

  test.each([
    ['{\n  "mcpServers": []\n}\n', '.mcp.json:2: "mcpServers" is not an object'],
    ['{\n  "mcpServers": {}\n  "more": 1\n}\n', ".mcp.json:3: comma expected"],
    ['{ "mcpServers": {}, "mcpServers": {} }', '.mcp.json:1: "mcpServers" stands here a second time'],
  ])("leaves a file of servers that it cannot edit, and says where: %j", async (text, message) => {
    const root = await repository({ ...WITH_PROOFLOOP, ".mcp.json": text })
    const { code, stdout } = await init(root, "--yes", "--no-run")
    expect(code).toBe(0)
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`MCP: ${message}`)
    expect(await read(root, ".mcp.json")).toBe(text)
  })

  test("changes nothing that it did not write", async () => {
    const root = await repository({
      ...WITH_PROOFLOOP,
      ".github/workflows/proofloop.yml": "on: push\n",
      ".git/hooks/pre-commit": "#!/usr/bin/env python3\nprint()\n",
    })
    const { stdout } = await init(root, "--yes", "--no-run")
    expect(await read(root, ".github/workflows/proofloop.yml")).toBe("on: push\n")
    expect(await read(root, ".git/hooks/pre-commit")).toBe("#!/usr/bin/env python3\nprint()\n")
    expect(stdout).toContain("is no script of a shell; have it run")
    expect(stdout).toContain("workflow: .github/workflows/proofloop.yml is there")
  })

  test.each(["lefthook.yml", ".pre-commit-config.yaml"])("leaves the hooks to %s", async (name) => {
    const root = await repository({ ...WITH_PROOFLOOP, [name]: "" })
    const { stdout } = await init(root, "--yes", "--no-run")
    expect(stdout).toContain(
      `pre-commit hook: ${name} has the hooks; have it run "npx --no-install proofloop check --staged"`,
    )
    await expect(stat(join(root, ".git/hooks/pre-commit"))).rejects.toThrow("ENOENT")
  })

  test("writes into a folder of hooks that everybody has", async () => {
    const root = await repository(WITH_PROOFLOOP)
    await requireGit(root, ["config", "core.hooksPath", ".githooks"])
    await init(root, "--yes", "--no-run")
    expect(await read(root, ".githooks/pre-commit")).toContain("proofloop check --staged")
  })

  test("starts proofloop by Yarn where npx would not find it", async () => {
    const root = await repository({ ...WITH_PROOFLOOP, "yarn.lock": "__metadata:\n  version: 8\n" })
    await init(root, "--yes", "--no-run")
    expect(await read(root, ".git/hooks/pre-commit")).toContain("\nyarn proofloop check --staged || exit 1\n")
    expect(await read(root, ".github/workflows/proofloop.yml")).toContain(
      "- run: yarn proofloop check --base",
    )
  })

  test("says what fails, and runs the tests only for a new configuration", async () => {
    const failing =
      'import { test } from "node:test"\ntest("adds", () => { throw new Error("one is two") })\n'
    const root = await repository({ ...WITH_PROOFLOOP, "sum.test.js": failing })
    expect((await init(root, "--yes")).stdout).toMatch(/npm test \(fail: .*adds.*: .*one is two/)
    expect((await init(root, "--yes")).stderr).not.toContain("Running")
  })

  test("writes no workflow that CI could not run, and says so", async () => {
    const root = await repository({ ...NODE, ".github/dependabot.yml": "version: 2\n" })
    const { stdout } = await init(root, "--yes", "--no-run")
    expect(stdout).toContain("Left out: workflow: CI does not install proofloop")
    await expect(stat(join(root, ".github/workflows/proofloop.yml"))).rejects.toThrow("ENOENT")
  })

  test.each([
    [
      {
        "pyproject.toml": '[project]\nname = "a"\n',
        "uv.lock": "",
        "tests/test_a.py": "def test_a(): pass\n",
      },
      "uv",
    ],
    [{ "Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\n', "src/lib.rs": "" }, "cargo"],
    [{ "go.mod": "module a\n", "a_test.go": "package a\n" }, "go"],
    [{ "pnpm-lock.yaml": "", "package.json": NODE["package.json"] }, "pnpm"],
  ])("tells the package manager of %j", async (files, package_manager) => {
    const root = await repository(files)
    const { stdout } = await init(root, "--dry-run", "--no-run", "--json")
    expect(JSON.parse(stdout)).toMatchObject({
      project: { package_manager, test_command: expect.any(String) as string },
      written: false,
    })
  })

  test("writes only the parts that are named", async () => {
    const root = await repository(WITH_PROOFLOOP)
    const { stdout } = await init(root, "--only", "config", "--yes", "--no-run", "--json")
    const { files } = JSON.parse(stdout) as { files: { path: string }[] }
    expect(files.map(({ path }) => path)).toEqual(["proofloop.config.json"])
    expect((await init(root, "--only", "confg")).stderr).toContain('Did you mean "config"?')
  })
})

describe("proofloop doctor", () => {
  test("says what is missing for which part", async () => {
    const root = await repository(NODE)
    const { code, stdout } = await call(["doctor"], { cwd: root, env: { PATH: process.env["PATH"] } })
    expect(code).toBe(0)
    expect(stdout).toMatch(/ok +check/)
    expect(stdout).toMatch(/ok +verification +npm test/)
    expect(stdout).toMatch(/optional +run +for run, pipeline and verifiers: no model is\s+configured/)
    expect(stdout).not.toContain("missing ")
  })

  test("calls missing what the configuration asks for", async () => {
    const root = await repository({
      ...NODE,
      "proofloop.config.json": JSON.stringify({ model: { name: "small" }, critics: { g21: "on" } }),
    })
    const { stdout } = await call(["doctor"], { cwd: root, env: { PATH: "" } })
    expect(stdout).toMatch(/missing +run +no model is configured; missing: --base-url/)
    expect(stdout).toMatch(/missing +G21 \(semgrep\)/)
    expect(stdout).toMatch(/optional +G22 \(trivy\)/)
  })

  test("exits 1 where check cannot run", async () => {
    const root = await mkdtemp(join(tmpdir(), "proofloop doctor "))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const { code, stdout } = await call(["doctor", "--json"], { cwd: root })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      parts: expect.arrayContaining([
        expect.objectContaining({ part: "check", state: "missing" }),
      ]) as unknown,
    })
  })
})
