import { mkdir, readdir, readFile, symlink } from "node:fs/promises"
import { join } from "node:path"
import type { JsonObject } from "@proofloop/foundation/text"
import fc from "fast-check"
import { expect, test } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

const numRuns = Number(process.env["PROOFLOOP_RUNS"] ?? 100)
const SECRET = "the secret outside"

/** A root with links of every kind, beside a folder it must never touch. */
async function houses() {
  const house = await folderWith({
    "root/src/a.txt": "inside",
    "root/.git/config": SECRET,
    "outside/secret.txt": SECRET,
  })
  const root = join(house, "root")
  const outside = join(house, "outside")
  await mkdir(join(root, "sub"))
  await symlink(outside, join(root, "out"))
  await symlink(join(outside, "secret.txt"), join(root, "src", "leak.txt"))
  await symlink("../../outside", join(root, "sub", "up"))
  await symlink("loop", join(root, "loop"))
  await symlink(".git", join(root, "plain"))
  await symlink("src", join(root, "fine"))
  return { root, outside }
}

const part = fc.constantFrom(
  ..."src a.txt sub up out secret.txt leak.txt loop plain fine config root outside .git .GIT git~1 SRC new.txt".split(
    " ",
  ),
  ..."~ $HOME $(touch${IFS}x) `id` %2e%2e ..%2f ...  -rf --help con nul:".split(" "),
  "..",
  "..",
  ".",
  "",
  " ",
  "\u0000",
  "\n",
  "\ud800",
  "\u202e",
  "．．",
  "..\\",
  "x".repeat(300),
)
const path = fc
  .tuple(
    fc.constantFrom("", "", "", "/", "./", "//", "file://", "@root/", "@outside/"),
    fc.array(part, { maxLength: 7 }),
  )
  .map(([start, parts]) => start + parts.join("/"))

const calls: readonly ((path: string) => readonly [name: string, call_arguments: JsonObject])[] = [
  (at) => ["read_file", { path: at }],
  (at) => ["read_file", { path: at, start_line: 1, numbered: true }],
  (at) => ["list_files", { path: at }],
  (at) => ["search", { path: at, pattern: "secret" }],
  (at) => ["edit_file", { path: at, old_text: "secret", new_text: "stolen" }],
  (at) => ["write_file", { path: at, content: "stolen" }],
  (at) => ["delete_file", { path: at }],
]

test(
  "no path, through no tool, reads or changes anything outside the root or denied",
  { timeout: 60_000 + numRuns * 200 },
  async () => {
    const { root, outside } = await houses()
    const bench = benchIn(root, { shell: false })
    let fine = 0
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom(...calls), async (given, call) => {
        const [name, call_arguments] = call(given.replace("@root", root).replace("@outside", outside))
        const result = await bench.call(name, call_arguments)
        fine += result.ok === true ? 1 : 0
        expect(typeof result.ok).toBe("boolean")
        expect(JSON.stringify(result)).not.toContain(SECRET)
        expect(await readdir(outside)).toEqual(["secret.txt"])
        expect(await readFile(join(outside, "secret.txt"), "utf8")).toBe(SECRET)
        expect(await readFile(join(root, ".git/config"), "utf8")).toBe(SECRET)
      }),
      { numRuns: numRuns * 3 },
    )
    expect(fine).toBeGreaterThan(0)
  },
)

test("100 MB of output cost what is kept of it, and the tool says so", async () => {
  const { root } = await houses()
  const command = `head -c 100000000 /dev/zero | tr '\\0' 'x'; echo; echo the end; exit 3`
  const result = await benchIn(root).call("shell", { command })
  expect(result).toMatchObject({ ok: false, exit_code: 3 })
  const output = String(result.output)
  expect(output.length).toBeLessThan(257 * 1024)
  expect(output).toMatch(/\[\d{8} bytes of output left out\]/)
  expect(output).toMatch(/the end\n\[exit code 3\]$/)
})

test("a command that prints for ever ends with its time-out", async () => {
  const { root } = await houses()
  const result = await benchIn(root).call("shell", {
    command: "while :; do printf '\\033[31m\\n'; done",
    timeout_ms: 300,
  })
  expect(result).toMatchObject({ ok: false, timed_out: true })
  expect(String(result.output).length).toBeLessThan(257 * 1024)
})

test("a pattern without end ends", async () => {
  const root = await folderWith({ "a.txt": `${"a".repeat(5000)}!\n`.repeat(20) })
  const result = await benchIn(root).call("search", { pattern: "(a+)+$" })
  expect(typeof result.ok).toBe("boolean")
})
