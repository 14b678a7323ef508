import { readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { analyse, openRunStore } from "@proofloop/jobs/pipeline"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { emptyFolder, shop } from "../verdicts/shop.fixture.ts"
import { paste, pipeline, suggestedIn } from "./pipeline.fixture.ts"

test("a repository is analysed from any folder of it, without a model, and stays as it is", async () => {
  const root = await shop()
  const { code, stdout, stderr } = await call(["pipeline", "analyse"], { cwd: join(root, "src") })
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
  expect(stdout).toMatch(/^proofloop a shop \w+: 0\.\d\d\nJavaScript\n\n/)
  expect(stdout).toContain("fail    0.00  Continuous integration\n")
  expect(await requireGit(root, ["status", "--porcelain", "--ignored"])).toBe("")
  expect(await readdir(root)).not.toContain(".proofloop")
})

test("json is one line on stdout; a page is written where it is asked for", async () => {
  const root = await shop()
  const json = await call(["pipeline", "analyse", root, "--json"])
  expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(await analyse(root))))
  const page = join(await emptyFolder(), "report.html")
  const html = await call(["pipeline", "analyse", root, "--format", "html", "--out", page])
  expect(html).toEqual({ code: 1, stdout: "", stderr: `proofloop: wrote ${page}\n` })
  expect(await readFile(page, "utf8")).toContain('<section id="license">')
})

test("a commit is analysed in place of the files as they lie; a plain folder will do without", async () => {
  const root = await shop()
  await rm(join(root, "docs"), { recursive: true })
  const commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  const { stdout } = await call(["pipeline", "analyse", root, "--commit", "HEAD", "--json"])
  expect(JSON.parse(stdout)).toMatchObject({ commit })
  const folder = await emptyFolder()
  expect((await call(["pipeline", "analyse", folder])).stdout).toContain("no language is known\n")
  expect((await call(["pipeline", "analyse", folder, "--commit", "HEAD"])).stderr).toContain(
    '--commit: expected a commit of the repository, got the string "HEAD"',
  )
})

test("a request to stop ends it, and nothing is written", async () => {
  const out = join(await emptyFolder(), "report.txt")
  const onStop = (stop: () => void) => {
    stop()
    return () => undefined
  }
  const called = await call(["pipeline", "analyse", await shop(), "--out", out], { onStop })
  expect(called).toEqual({ code: 130, stdout: "", stderr: "Stopped: nothing was analysed.\n" })
  await expect(readFile(out)).rejects.toThrow("ENOENT")
})

test.each([
  [["/nowhere"], "REPO: there is no folder /nowhere"],
  [["https://github.com/acme/shop"], "REPO: analyse reads files on this machine"],
  [["BARE"], "is a bare repository: give a checkout of it"],
  [["SHOP", "--format", "html", "--json"], "--json and --format html exclude each other"],
  [["SHOP", "--format", "htm"], 'Did you mean "html"?'],
  [["SHOP", "--out", ""], "--out needs a file"],
  [["SHOP", "--out", "/nowhere/report.txt"], "--out: /nowhere/report.txt: no such file or folder"],
])("pipeline analyse %j is misuse", async (args, message) => {
  const bare = join(await emptyFolder(), "shop.git")
  if (args.includes("BARE")) await requireGit("/", ["init", "--quiet", "--bare", "--template=", bare])
  const root = await shop()
  const words = args.map((word) => ({ BARE: bare, SHOP: root })[word] ?? word)
  const { code, stdout, stderr } = await call(["pipeline", "analyse", ...words])
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) })
})

test("the report of a run is shown, and its status says how", async () => {
  const state = await emptyFolder()
  const store = await openRunStore(join(state, "runs.db"))
  await store.add({ id: "run-1", url: "/srv/shop" })
  await store.change("run-1", { to: "analysing", note: {} })
  expect((await pipeline(state, "report", "run-1")).stderr).toContain(
    "run-1 is analysing: it was not analysed yet",
  )
  const report = await analyse(await shop(), { repository: "shop" })
  await store.change("run-1", { to: "planning", work: { report }, note: {} })
  await store.close()
  const score = report.score?.toFixed(2)
  const { stdout: status } = await pipeline(state, "status", "run-1")
  expect(status.replaceAll(/ +/g, " ")).toContain(`analysis ${score}\n`)
  const told = await paste(suggestedIn(status).at(-1) ?? "")
  expect(told).toMatchObject({ code: 0, stderr: "" })
  expect(told.stdout.split("\n")[0]).toBe(`shop: ${score}`)
  expect(JSON.parse((await pipeline(state, "report", "run-1", "--json")).stdout)).toEqual(
    JSON.parse(JSON.stringify(report)),
  )
  expect(await pipeline(state, "report", "run-1", "--after")).toMatchObject({
    code: 2,
    stderr: "proofloop: run-1 is planning: its work was not analysed yet\n",
  })
})
