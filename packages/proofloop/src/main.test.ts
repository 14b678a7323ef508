import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { call } from "./console/io.fixture.ts"
import { groups, MOVED, verbs } from "./verbs.ts"

const names = verbs.map(({ name }) => name)
const actions = verbs.flatMap((verb) => verb.actions ?? []).map(({ name }) => name)

test("the verbs are the promised ones", () => {
  expect(
    Object.fromEntries(Object.entries(groups).map(([title, all]) => [title, all.map(({ name }) => name)])),
  ).toEqual({
    "every day": [
      "demo",
      "init",
      "doctor",
      "hook",
      "check",
      "run",
      "resume",
      "explain",
      "replay",
      "mcp",
      "config",
      "help",
    ],
    proof: ["verify", "conformance"],
    "durable work": ["feedback", "pipeline", "fleet", "ui"],
  })
})

test.each(Object.entries(MOVED))("%s of an earlier version says that it is %s", async (old, now) => {
  const { code, stderr } = await call([old, "--json"])
  expect({ code, stderr }).toEqual({ code: 2, stderr: `proofloop: ${old} is now: proofloop ${now}\n` })
  expect((await call([...now.split(" "), "--help"])).stdout).toMatch(`usage: proofloop ${now} `)
})

test("a verb that runs itself lists its actions as well", async () => {
  const { stdout } = await call(["verify", "--help"])
  expect(stdout).toContain("--run-verifiers")
  expect(stdout).toMatch(/\nactions\n {2}verify brief +Print the brief/)
})

test.each([["--help"], ["-h"], ["help"]])("%s lists every verb and exits 0", async (argument) => {
  const { code, stdout, stderr } = await call([argument])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  for (const name of names) expect(stdout).toContain(`\n  ${name} `)
})

test.each(names)("%s --help exits 0, names every option and does nothing else", async (name) => {
  const { code, stdout, stderr } = await call([name, "--help"])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout).toContain(`usage: proofloop ${name}`)
  const verb = verbs.find((one) => one.name === name)
  const options = verb?.actions === undefined ? ["format", "json", "help", "version"] : []
  for (const option of [...options, ...Object.keys(verb?.options ?? {})]) {
    expect(stdout).toContain(`--${option}`)
  }
  expect(await call(["help", name])).toEqual({ code, stdout, stderr })
})

test("help lines fit into 80 columns where no terminal tells its width", async () => {
  const texts = await Promise.all([...names, ...actions].map((name) => call([...name.split(" "), "--help"])))
  const lines = texts.flatMap(({ stdout }) => stdout.split("\n"))
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

test("--help after -- is not an option", async () => {
  expect((await call(["config", "presets", "--", "--help"])).code).toBe(2)
})

test("no verb at all is misuse, with the help on stderr", async () => {
  const { code, stdout, stderr } = await call([])
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain("usage: proofloop VERB")
})

test("--version says the version of the package", async () => {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string
  }
  expect(await call(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" })
})

test.each([...names, ...actions])("%s -v and --version say the version of the package", async (name) => {
  const said = await call(["--version"])
  for (const option of ["-v", "--version"]) expect(await call([...name.split(" "), option])).toEqual(said)
})

const RUN = verbs.flatMap((verb) => verb.actions ?? [verb])

test.each(RUN.map((verb) => [verb.name, verb] as const))(
  "%s refuses a format that it does not have, and names those it has",
  async (name, { positionals }) => {
    const given = positionals.filter((one) => !one.startsWith("[")).map(() => "x")
    const { code, stdout, stderr } = await call([...name.split(" "), ...given, "--format", "nonsense"])
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(/^proofloop: --format: expected one of text, .*json.*, got "nonsense"\n$/s)
  },
)

test("help --json describes the verbs as data", async () => {
  const { stdout } = await call(["help", "--json"])
  const { verbs: described } = JSON.parse(stdout) as { verbs: { name: string; options: object }[] }
  expect(described.map(({ name }) => name)).toEqual(names)
  expect(described.find(({ name }) => name === "run")?.options).toHaveProperty("base-url")
})

test.each([
  [["demmo"], 'Did you mean "demo"?'],
  [["--verison"], 'Did you mean "--version"?'],
  [["help", "expalin"], 'Did you mean "explain"?'],
  [["run", "--modle", "x"], 'unknown option --modle. Did you mean "--model"?'],
  [["demo", "--kep"], 'Did you mean "--keep"?'],
  [["run", "--model"], "--model needs a value: --model NAME"],
  [["run", "--model", "--json"], "--model needs a value: --model NAME"],
  [["run", "--quiet=yes"], "--quiet takes no value"],
  [["conformance", "--format", "jnit"], 'got "jnit". Did you mean "junit"?'],
  [["demo", "--format", "tap"], "expected one of text, json"],
  [["conformance", "--json", "--format", "tap"], "exclude each other"],
  [["demo", "twice"], 'one argument too many, "twice"'],
  [["explain"], "explain needs FILE"],
  [["config", "presets", "shwo"], 'Did you mean "show"?'],
  [["config", "presets", "show"], "presets show needs a name: evidence"],
  [["config", "presets", "list", "evidence"], "presets show evidence"],
  [["config", "presets", "show", "evidnce"], 'Did you mean "evidence"?'],
  [
    ["config", "presets", "show", "repair", "--set", "stall_diagnostics.repair_awre=true"],
    'Did you mean "repair_aware"?',
  ],
  [["config", "presets", "show", "repair", "--set", "max_iterations"], "--set: expected path=value"],
  [
    ["config", "presets", "show", "repair", "--set", "threshold=4"],
    'Did you mean "stall_diagnostics.threshold"?',
  ],
  [["demo", "--context-url"], "unknown option --context-url; proofloop demo --help lists them"],
  [["run", "Fix", "it"], 'one argument too many, "it"; put words with spaces in quotes'],
])("%j is misuse: %s", async (args, said) => {
  const { code, stdout, stderr } = await call(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
  expect(stderr).not.toContain("\n    at ")
})

test("an example to copy goes on behind a backslash, and breaks no quoted text", async () => {
  const { stdout } = await call(["feedback", "--help"])
  expect(stdout).toContain(
    '  npx proofloop feedback add "discount(10) gives 90.00000000000001" \\\n    --severity high\n',
  )
})

test("what goes to standard error breaks between words on a terminal, and stays whole in a pipe", async () => {
  const args = ["replay", fileURLToPath(new URL("../package.json", import.meta.url))]
  const [terminal, pipe] = [await call(args, { is_terminal: true }), await call(args)]
  expect(Math.max(...terminal.stderr.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100)
  expect(terminal.stderr.split(/\s+/)).toEqual(pipe.stderr.split(/\s+/))
  expect(pipe.stderr.split("\n")).toHaveLength(3)
})
