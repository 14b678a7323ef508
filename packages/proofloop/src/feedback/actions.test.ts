import { existsSync } from "node:fs"
import { mkdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { add, states } from "./feedback.fixture.ts"

const feedback = async (cwd: string, ...args: readonly string[]) => call(["feedback", ...args], { cwd })

test("what was added is a row and JSON, in a folder that git ignores", async () => {
  const cwd = await emptyFolder()
  const more = ["--on", "https://github.com/acme/shop/issues/7", "--from", "ada", "--criterion", "it is 90"]
  const { code, stdout, stderr } = await feedback(
    cwd,
    "add",
    "It is wrong",
    "--severity",
    "med",
    "--json",
    ...more,
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const row = JSON.parse(stdout) as { id: string }
  const store = join(cwd, ".proofloop/feedback.db")
  expect(row).toMatchObject({
    id: expect.stringMatching(/^fb-[0-9a-f]{12}$/),
    state: "pending",
    severity: "med",
    context_url: "https://github.com/acme/shop/issues/7",
    from_handle: "ada",
    success_criterion: "it is 90",
    store,
  })
  expect((await stat(store)).mode & 0o777).toBe(0o600)
  expect(await readFile(join(cwd, ".proofloop/.gitignore"), "utf8")).toBe("*\n")
  const shown: unknown = JSON.parse((await feedback(cwd, "show", row.id, "--json")).stdout)
  expect(shown).toMatchObject({ id: row.id, body: "It is wrong", notes: [{ seq: 1 }], approvals: [] })
  const plain = await feedback(cwd, "add", "Again", "--severity", "low", "--id", "fb-2")
  expect(plain).toEqual({ code: 0, stdout: "fb-2 is pending\n", stderr: "" })
  expect((await feedback(cwd, "list")).stdout).toMatch(/fb-2 +pending +low +Again/)
  expect(JSON.parse((await feedback(cwd, "list", "--severity", "low", "--json")).stdout)).toMatchObject({
    feedback: [{ id: "fb-2" }],
  })
  expect((await feedback(cwd, "list", "--state", "failed")).stdout).toBe("There is no feedback.\n")
})

test.each([
  [["add", "text"], "feedback add needs --severity low|med|high|critical"],
  [["add", "text", "--severity", "hihg"], 'Did you mean "high"?'],
  [["add", " ", "--severity", "low"], "TEXT is empty"],
  [["add", "--severity", "low"], "feedback add needs TEXT"],
  [["add", "two", "words", "--severity", "low"], 'one argument too many, "words"'],
  [["add", "text", "--severity", "low", "--store", ""], "--store needs a file"],
  [["add", "text", "--severity", "low", "--repo", "nowhere"], "--repo: there is no folder"],
  [["list", "--state", "pendng"], 'Did you mean "pending"?'],
  [["show"], "feedback show needs ID"],
  [["show", "fb-1"], 'there is no feedback "fb-1"'],
  [["approve", "fb-1", "--refine", " "], "--refine needs what is to be changed"],
  [["approve", "fb-1"], 'there is no feedback "fb-1"'],
  [["reject", "fb-1"], "feedback reject needs --reason TEXT"],
  [["reject", "fb-1", "--reason", " "], "feedback reject needs --reason TEXT"],
  [["process"], "no model is configured"],
  [["process", "--retry"], "--retry needs the ID"],
  [["process", "--limit", "0"], "--limit: expected a whole number of at least 1"],
  [["verify", "fb-1"], 'there is no feedback "fb-1"'],
  [["list", "--store", "nowhere.db"], "--store: there is no file"],
  [["aprove", "fb-1"], 'Did you mean "feedback approve"?'],
  [["--json"], "unknown action feedback --json"],
])("feedback %j is misuse: %s, and makes nothing", async (args, said) => {
  const cwd = await emptyFolder()
  const { code, stdout, stderr } = await feedback(cwd, ...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
  expect(existsSync(join(cwd, ".proofloop", "feedback.db"))).toBe(false)
})

test("without an action it prints its help and is misuse; --help is not", async () => {
  const bare = await call(["feedback"])
  expect(bare).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("usage: proofloop feedback ACTION"),
  })
  const asked = await call(["feedback", "--help"])
  expect(asked).toEqual({ code: 0, stdout: bare.stderr, stderr: "" })
  const one = await call(["feedback", "add", "--help"])
  expect(one).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("usage: proofloop feedback add TEXT [options]"),
  })
  expect(await call(["help", "feedback", "add"])).toEqual(one)
  expect(await call(["help", "feedback", "ad"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"feedback add"'),
  })
  const { verbs } = JSON.parse((await call(["help", "--json"])).stdout) as {
    verbs: { name: string; actions?: object[] }[]
  }
  expect(verbs.find(({ name }) => name === "feedback")?.actions).toMatchObject(
    ["add", "list", "inbox", "show", "approve", "reject", "process", "verify", "revert"].map((name) => ({
      name: `feedback ${name}`,
      options: { json: {} },
    })),
  )
})

test("an id that nobody knows, that is there, or that is none, is misuse with the nearest one", async () => {
  const cwd = await emptyFolder()
  await add(cwd)
  expect(await feedback(cwd, "show", "fb-2")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining('Did you mean "fb-1"?'),
  })
  expect(await feedback(cwd, "approve", "fb-1")).toMatchObject({ code: 2, stdout: "" })
  const again = await feedback(cwd, "add", "text", "--severity", "low", "--id", "fb-1")
  expect(again).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("fb-1") })
  const spaced = await feedback(cwd, "add", "text", "--severity", "low", "--id", "no spaces")
  expect(spaced).toMatchObject({ code: 2, stderr: expect.stringContaining("ID: expected letters") })
  const nobody = await feedback(cwd, "add", "text", "--severity", "low", "--from", "")
  expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining("--from: expected a text") })
  expect(await states(cwd)).toEqual({ "fb-1": "pending" })
})

test("reading makes nothing, and there is nothing", async () => {
  const cwd = await emptyFolder()
  expect(await feedback(cwd, "list")).toEqual({ code: 0, stdout: "There is no feedback.\n", stderr: "" })
  expect(await feedback(cwd, "list", "--json")).toEqual({ code: 0, stdout: '{"feedback":[]}\n', stderr: "" })
  expect(await feedback(cwd, "verify")).toEqual({ code: 0, stdout: "Nothing to do.\n", stderr: "" })
  const env = { PROOFLOOP_MODEL: "m", PROOFLOOP_BASE_URL: "http://127.0.0.1:1/v1" }
  expect(await call(["feedback", "process", "--json"], { cwd, env })).toMatchObject({
    code: 0,
    stdout: '{"processed":[]}\n',
  })
  expect(existsSync(join(cwd, ".proofloop"))).toBe(false)
})

const HOSTILE = "\u001b[2Jgone\u001b]0;title\u0007 \u202eright\nfb-9  verified  low  forged"

test("what was said cannot steer the terminal or forge a line", async () => {
  const cwd = await emptyFolder()
  const more = ["--from", HOSTILE, "--on", `https://example.com/${HOSTILE}`]
  await feedback(cwd, "add", HOSTILE, "--severity", "low", "--id", "fb-1", ...more)
  const shown = await feedback(cwd, "show", "fb-1")
  const listed = await feedback(cwd, "list")
  for (const { code, stdout } of [shown, listed]) {
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    expect(stdout).not.toMatch(/^\s*fb-9/m)
  }
  expect(listed.stdout.trimEnd().split("\n")).toHaveLength(1)
  const { body } = JSON.parse((await feedback(cwd, "show", "fb-1", "--json")).stdout) as { body: string }
  expect(body).toBe(HOSTILE)
})

test("a store that is damaged, is none, or cannot be made", async () => {
  const cwd = await emptyFolder()
  await add(cwd)
  const store = join(cwd, ".proofloop/feedback.db")
  const bytes = await readFile(store)
  const at = bytes.indexOf("discount(100, 10)")
  expect(at).toBeGreaterThan(0)
  bytes.write("discount(999, 10)", at)
  await writeFile(store, bytes)
  const { code, stdout, stderr } = await feedback(cwd, "show", "fb-1", "--json")
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "corrupt" } })
  expect(stderr).toContain("fb-1")

  for (const damaged of [Buffer.from("no database at all\n".repeat(99)), bytes.subarray(0, 5000)]) {
    await writeFile(store, damaged)
    const { code: listed, stdout: told } = await feedback(cwd, "list", "--json")
    expect({ listed, told: JSON.parse(told) as unknown }).toMatchObject({ listed: 1, told: { error: {} } })
  }

  await writeFile(join(cwd, "notes.txt"), "no database at all, and long enough for a header\n".repeat(9))
  expect(await feedback(cwd, "list", "--store", "notes.txt")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("notes.txt"),
  })
  expect(await readFile(join(cwd, "notes.txt"), "utf8")).toContain("no database at all")
  await mkdir(join(cwd, "folder.db"))
  expect((await feedback(cwd, "list", "--store", "folder.db")).code).toBe(2)
  const blocked = await feedback(cwd, "add", "text", "--severity", "low", "--store", "notes.txt/feedback.db")
  expect(blocked).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("cannot be opened") })
})
