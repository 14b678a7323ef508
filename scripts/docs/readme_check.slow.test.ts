import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { runProgram } from "@proofloop/foundation/process"
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
  expect(outputBelow(readme, "## Let nothing bad in")).toBe(stdout)
})

test("replay prints what the README says of the session beside it", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8")
  const [, path = ""] = /^npx proofloop replay (\S+)$/m.exec(readme) ?? []
  const { code, stdout } = await call(["replay", path], { cwd: root })
  expect(code).toBe(0)
  const [shown = ""] = outputBelow(readme, "## Guard the agents I run").split("...\n")
  expect(stdout.slice(0, shown.length)).toBe(shown)
})

test("the agent of the README ends with the proof that it shows", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8")
  const [, path = "", lines = ""] = /^npx tsx (\S+) \| tail -n (\d+)$/m.exec(readme) ?? []
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs")
  const ended = await runProgram({
    command: [process.execPath, tsx, path],
    cwd: root,
    timeout_ms: 60_000,
    max_output_bytes: 1_000_000,
  })
  const last = ended.stdout
    .toString("utf8")
    .split("\n")
    .slice(-1 - Number(lines))
  expect(last.join("\n")).toBe(outputBelow(readme, "## Build an agent"))
})

/** The first text block below a heading. */
function outputBelow(readme: string, heading: string): string {
  return readme.split(`${heading}\n`)[1]?.split("```text\n")[1]?.split("```")[0] ?? ""
}
