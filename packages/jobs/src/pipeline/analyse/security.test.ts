import { expect, it } from "vitest"
import { faultsOf, type Files, GO, jobOf, metricOf, PYTHON, TS, withWorkflow } from "./analyse.fixture.ts"
import { security } from "./security.ts"

const KEY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB"
const PEM = `const key = \`-----BEGIN PRIVATE KEY-----\n${KEY}\n${KEY}\n${KEY}\n-----END PRIVATE KEY-----\`\n`
const TOKEN = "ghp_9fKq2LmZx7RbTv4WcNp8YsHd3JgA6EuQo1Bi"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  ["a private key", { ...TS, "src/key.ts": PEM }, [/src\/key\.ts:1 a private key/]],
  ["a private key of a test", { ...TS, "test/key.ts": PEM }, []],
  ["the head of a key alone", { ...TS, "src/key.ts": 'const HEAD = "-----BEGIN PRIVATE KEY-----"\n' }, []],
  [
    "a token",
    { ...TS, "src/a.ts": `const t = "${TOKEN}"\n` },
    [/src\/a\.ts:1 a token that begins with ghp_/],
  ],
  ["a token that was made up", { ...TS, "src/a.ts": `const t = "ghp_${"x".repeat(36)}"\n` }, []],
  [
    "an .env with a secret",
    { ...TS, ".env": "A=1\nDB_PASSWORD=k3Jq9vXp2LzT\n" },
    [/\.env:2 a value for DB_PASSWORD/],
  ],
  [
    "an .env without one",
    { ...TS, ".env": "PORT=3000\nAPI_TOKEN=\n", ".env.example": "DB_PASSWORD=k3Jq9vXp2LzT\n" },
    [],
  ],
  [
    "certificates that are not checked",
    { ...GO, "b.go": "package app\n\nvar c = tls.Config{InsecureSkipVerify: true}\n" },
    [/b\.go:3 the certificate is not checked/],
  ],
  ["a comment on such a call", { ...GO, "b.go": "package app\n\n// never: InsecureSkipVerify: true\n" }, []],
  [
    "yaml.load",
    { ...PYTHON, "src/app/b.py": "a = yaml.load(text)\nb = yaml.load(text, Loader=yaml.SafeLoader)\n" },
    [/b\.py:1 yaml\.load/],
  ],
  [
    "a shell fed with values",
    { ...TS, "src/b.ts": "exec(`rm ${path}`)\nregex.exec(`x${y}`)\nexec('ls')\n" },
    [/b\.ts:1 a shell/],
  ],
  [
    "a stranger's text in a shell",
    withWorkflow(jobOf('      - run: echo "${{ github.event.issue.title }}"\n')),
    [/ci\.yml:6 a stranger's text/],
  ],
  [
    "a stranger's text in the environment",
    withWorkflow(jobOf("      - env:\n          T: ${{ github.event.issue.title }}\n        run: echo $T\n")),
    [],
  ],
  [
    "an action by a branch",
    withWorkflow(jobOf("      - uses: o/a@main\n      - uses: actions/checkout@main\n")),
    [/ci\.yml:6 an action is taken by a branch/],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(security, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})

it("fails a secret, whatever else is right", async () => {
  const { status, score, suggestions } = await metricOf(security, {
    ...TS,
    "src/a.ts": `const t = "${TOKEN}"\n`,
  })
  expect({ status, score }).toEqual({ status: "fail", score: 0.4 })
  expect(suggestions[0]).toMatchObject({
    title: "Take secrets out of the repository",
    file_hints: ["src/a.ts"],
  })
})
