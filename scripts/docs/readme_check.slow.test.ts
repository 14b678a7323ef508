import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { expect, onTestFinished, test } from "vitest"
import { call } from "../../packages/proofloop/src/console/io.fixture.ts"
import { root } from "../setup.mjs"

test("check prints what the README says of the change that it makes", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8")
  const changes = [...readme.matchAll(/^echo '(.+)' > (\S+)$/gm)].map(([, text = "", path = ""]) => ({
    text: `${text}\n`,
    path,
  }))
  expect(changes.map(({ path }) => path)).toEqual(["examples/broken_project.ts", "NOTES.md"])
  const folder = mkdtempSync(join(tmpdir(), "proofloop readme "))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const listed = await requireGit(root, ["ls-files", "examples"])
  const files = listed.split("\n").filter((path) => path.endsWith(".ts") && !path.includes("/hosts/"))
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  await initRepository(folder)
  await commitPaths(folder, files, "first")
  for (const { text, path } of changes) writeFileSync(join(folder, path), text)
  const { code, stdout } = await call(["check"], { cwd: folder })
  expect(code).toBe(1)
  expect(readme.split("```text\n")[1]?.split("```")[0]).toBe(stdout)
})
