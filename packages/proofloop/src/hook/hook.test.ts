import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HOST_NAMES } from "@proofloop/hooks"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { call, type Called } from "../console/io.fixture.ts"
import { hookReportPage } from "./report_page.ts"

let home = ""
let repository = ""

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), "proofloop hook "))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  home = join(root, "home")
  repository = join(root, "repository")
  for (const folder of [home, join(repository, ".git"), join(repository, "packages/a")])
    mkdirSync(folder, { recursive: true })
})

const hook = (...args: readonly string[]): Promise<Called> => answering("", ...args)

const answering = (answer: string, ...args: readonly string[]): Promise<Called> =>
  call(["hook", ...args], {
    ...(answer === "" ? {} : { answer }),
    env: { HOME: home, PATH: "" },
    cwd: join(repository, "packages/a"),
  })

test.for([
  [["install", "claud-code"], 'no host named "claud-code"', 'Did you mean "claude-code"?'],
  [["status", "gemini"], 'no host named "gemini"', "gemini-cli"],
  [["instal", "codex"], "unknown action hook instal", 'Did you mean "hook install"?'],
  [["install", "codex", "--observ"], "unknown option", 'Did you mean "--observe"?'],
  [["install", "codex", "--nudge", "--hold"], "--nudge and --hold exclude each other", ""],
  [["install", "codex", "--user", "--project"], "--user and --project exclude each other", ""],
  [
    ["install", "codex", "--verify-seconds", "never"],
    "--verify-seconds: expected a whole number from 1 to 3600, got",
    "",
  ],
  [
    ["install", "codex", "--repair-aware", "200"],
    "--repair-aware: expected on, off or a percentage from 0 to 100 such as 25%, got",
    "",
  ],
  [["install", "codex", "--verify", "a\nb"], "line break", ""],
  [["install", "gemini-cli", "--via", "mcp"], "gemini-cli calls no tools from hooks", ""],
  [["install", "codex", "--via", "http"], "--via: expected one of command, mcp, got", ""],
  [
    ["install"],
    "hook install needs HOST, and no known agent was found here; it can be claude-code, codex,",
    "",
  ],
  [["accept"], "no session of an agent with hooks was seen in", ""],
  [["status"], "hook status needs HOST; it can be", "cursor"],
] as const)("%j is a misuse", async ([args, message, more]) => {
  const { code, stderr } = await hook(...args)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).toContain(more)
})

test("a dry run shows the file, what would be added, and what to do then", async () => {
  const { code, stdout } = await hook("install", "codex", "--hold", "--verify", "npm test", "--dry-run")
  expect(code).toBe(0)
  expect(stdout).toContain(`${join(home, ".codex/hooks.json")}: would be installed\n`)
  expect(stdout).toContain('+    "Stop": [')
  expect(stdout).toContain("run codex --hold --verify 'npm test'")
  expect(stdout).toContain("type /hooks, accept")
  expect(readdirSync(home)).toEqual([])
})

test("without a host the agents on this machine are asked about, or told where nobody can be asked", async () => {
  for (const folder of [".claude", ".gemini", ".config/opencode"])
    mkdirSync(join(home, folder), { recursive: true })
  const untold = await hook("install", "--dry-run")
  expect(untold.code).toBe(2)
  expect(untold.stderr).toContain(
    "hook install needs HOST; on this machine: claude-code, gemini-cli, opencode\n",
  )
  const some = await answering("gemini-cli opencode", "install", "--dry-run")
  expect(some.stdout).toContain(`${join(home, ".gemini/settings.json")}: would be installed\n`)
  expect(some.stdout).not.toContain(".claude")
  expect(some.stdout).toMatch(/^--observe: observes and says nothing\. .* --hold holds\.\n$/m)
  expect((await answering("all", "install", "--hold", "--dry-run")).stdout).toContain(".claude/settings.json")
  expect((await answering("gemni", "install")).stderr).toContain('no host named "gemni"')
  expect((await answering(" ", "install")).stdout).toBe("Nothing was changed.\n")
})

test("a project is the repository of the current folder", async () => {
  const { stdout } = await hook("install", "cursor", "--project", "--dry-run", "--json")
  expect(JSON.parse(stdout)).toMatchObject({
    dry_run: true,
    installations: [{ path: join(repository, ".cursor/hooks.json"), action: "installed", scope: "project" }],
  })
})

test("a key beside our hooks is not shown", async () => {
  mkdirSync(join(home, ".claude"))
  const settings = { env: { ANTHROPIC_API_KEY: "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789" } }
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(settings))
  const { stdout } = await hook("install", "claude-code", "--dry-run")
  expect(stdout).toContain("[redacted]")
  expect(stdout).not.toContain("abcdefghij")
})

test("settings that cannot be read are told with file and line", async () => {
  const path = join(home, ".gemini/settings.json")
  mkdirSync(join(home, ".gemini"))
  writeFileSync(path, '{\n  "a": 1\n  "b": 2\n}')
  const { code, stderr } = await hook("install", "gemini-cli", "--dry-run")
  expect(code).toBe(2)
  expect(stderr).toContain(`${path}:3: comma expected: nothing was written`)
  expect((await hook("status", "gemini-cli")).code).toBe(1)
})

test("uninstall without anything to take out says so", async () => {
  const { code, stdout } = await hook("uninstall", "pi")
  expect(code).toBe(0)
  expect(stdout.match(/: unchanged\n/g)).toHaveLength(2)
})

test("status of what is not installed is a finding, a doctor without any is none", async () => {
  mkdirSync(join(home, ".qwen"))
  const status = await hook("status", "qwen-code")
  expect(status.code).toBe(1)
  expect(status.stdout).toContain("qwen-code: not installed. Run: proofloop hook install qwen-code")
  const doctor = await hook("doctor", "--json")
  expect(doctor.code).toBe(0)
  expect(JSON.parse(doctor.stdout)).toMatchObject({ hosts: [{ host: "qwen-code", state: "not_installed" }] })
})

test.each(["on", "off", "0", "7", "25%", "12.5%", "100", "100%"])(
  "--repair-aware %s is written into the settings, and read there",
  async (share) => {
    const { code, stdout } = await hook("install", "codex", "--repair-aware", share, "--dry-run")
    expect(code).toBe(0)
    expect(stdout).toContain(`--repair-aware ${share}`)
  },
)

test("a report is a page as well, which says what to do where nothing ran", async () => {
  const { code, stdout, stderr } = await hook("report", "--html", "hooks.html", "--days", "1")
  const page = join(repository, "packages/a/hooks.html")
  expect([code, stderr]).toEqual([0, `Page: ${page}\n`])
  expect(stdout).toMatch(/^0 sessions, 0 events\n/)
  expect(readFileSync(page, "utf8")).toContain(
    "0 sessions and 0 events in the last 1 day. No agent ran its hooks. &quot;npx proofloop hook install&quot;",
  )
  expect((await hook("report", "--html", "no/where.html")).stderr).toContain("cannot write no/where.html")
})

test("a page tells each message whole, and takes no markup from it", () => {
  const reply = {
    at: 0,
    host: "codex",
    session_id: "<s>",
    type: "hold",
    said: false,
    text: "a\n</pre><b>",
    outcome: "failing",
  } as const
  const page = hookReportPage({ sessions: 1, events: 2, unreadable: 0, replies: [reply], unjudged: [] }, 7)
  expect(page).toContain("<pre>a\n&lt;/pre&gt;&lt;b&gt;</pre>")
  expect(page).toContain("<b>would be a hold</b>")
  expect(page).toContain("1970-01-01 00:00, codex, &lt;s&gt;")
  expect(page).toContain('<th scope="row">holds</th><td>1</td><td>0</td><td>0</td><td>1</td><td>0</td>')
})

test("the hosts that help lists are those there are", async () => {
  const { stderr } = await hook("status")
  expect(stderr).toContain(`it can be ${HOST_NAMES.join(", ")}\n`)
})
