import { describe, expect, it } from "vitest"
import type { HookEvent, SeenFiles } from "../events/host_event.ts"
import { ASKED, ended, GREEN, opened, ran, RED, replies, stop, wrote } from "./fold.fixture.ts"

const KNOWN = opened({ known_checks: ["npm test"] })
const CODE = wrote("/work/src/sum.ts")
const FAILS = ran("npm test", 1, RED)
const PASSES = ran("npm test", 0, GREEN)
const shell = (command: string, output = "") => ran(command, 0, output)

function heldBy(events: readonly HookEvent[]): string {
  const reply = replies([KNOWN, ASKED, ...events, stop()]).at(-1)
  return reply?.type === "hold" ? reply.text : ""
}

describe("a check whose outcome is hidden is no pass, and the words say which", () => {
  it.for<[string, string]>([
    ["npm test || true", RED],
    ["npm test > /dev/null || true", ""],
    ["npm test; echo done", `${RED}\ndone`],
    ["npm test >/dev/null 2>&1; true", ""],
    ["npm test || echo failed", "failed"],
    ["set +e\nnpm test\nexit 0", RED],
    ["(npm test); exit 0", ""],
    ["if npm test; then echo ok; else echo no; fi", "no"],
    ["! npm test", RED],
    ["npm test | tail -1", "Duration 300ms"],
    ["npm test | tail -5", RED],
    ["npm test | tail -5", "Tests  1 failed | 11 passed (12)"],
    ["npx tsc --noEmit > /dev/null; true", ""],
  ])("%j", ([command, output]) => {
    const text = heldBy([CODE, shell(command, output)])
    expect(text).toContain(`cannot be told from: ${command.replaceAll("\n", " ")}`)
  })
})

it.for([RED, "2 tests, 1 failure"])("a check whose exit code is 0 fails by its report %j", (output) => {
  expect(heldBy([CODE, shell("npm test", output)])).toContain("this failed, and no pass since")
})

it("a run without a test is no check of a change", () => {
  const text = heldBy([CODE, shell("ctest -R Calc", "No tests were found!!!\n")])
  expect(text).toContain("cannot be told from: ctest -R Calc")
})

it("a check whose end the host does not tell is no pass unless tests are seen to pass", () => {
  const untold = (command: string, observation: string): HookEvent =>
    ended({ tool: "Bash", arguments: { command }, observation, status: "unknown" })
  expect(heldBy([CODE, untold("npm test", "rows differ: want 40, have 39")])).toContain(
    "How it ended cannot be told, because no exit code came: npm test",
  )
  expect(heldBy([CODE, untold("npx eslint src", "✖ 1 problem")])).toContain(
    "because no exit code came: npx eslint src",
  )
  expect(heldBy([CODE, untold("npm test", RED)])).toContain("this failed, and no pass since")
  expect(heldBy([CODE, untold("npm test", GREEN)])).toBe("")
})

describe("what runs no check checks nothing", () => {
  it.for(["npm test &", "nohup npm test > out.log 2>&1 &", "npm test -- --help", "npx vitest --version"])(
    "%s",
    (command) => {
      expect(heldBy([CODE, shell(command)])).toContain("Run: npm test")
    },
  )

  it.for([
    "npx vitest list",
    "pytest --collect-only",
    "echo npm test",
    "true # npm test",
    "node -e 'console.log(1)'",
  ])("%s", (command) => {
    expect(heldBy([CODE, shell(command, "1")])).toContain("Run: npm test")
  })
})

describe("a part that passes leaves the whole open", () => {
  it.for([
    "npx vitest run src/other.test.ts",
    "npm test -- other",
    "npx vitest run -t other",
    "npm run lint",
  ])("%s", (command) => {
    expect(heldBy([CODE, FAILS, CODE, shell(command, GREEN)])).toContain("- npm test:")
  })

  it("as does the same check in another folder", () => {
    const failed = ran("cd packages/b && npm test", 1, RED)
    expect(heldBy([CODE, failed, shell("cd packages/a && npm test", GREEN)])).toContain(
      "- cd packages/b && npm test:",
    )
  })

  it("and a pass before it failed", () => {
    expect(heldBy([CODE, PASSES, ran("npx vitest run src/sum.test.ts", 1, RED)])).toContain("vitest")
  })
})

describe("a pass that proves too little leaves the failure open, and the words say why", () => {
  const report = " FAIL  src/sum.test.ts > adds\nAssertionError: expected 3, got 4"
  const failed = ran(
    "npm test",
    1,
    `${report}\n Test Files  1 failed (1)\n      Tests  1 failed | 11 passed (12)`,
  )

  it.for<[string, string, string]>([
    ["npm test", " Test Files  1 passed (1)\n      Tests  3 passed (3)", "3 tests ran, 12 when it failed"],
    ["npm test", "No test files found", "no test ran"],
    ["npm test", "Some tests failed.", "its output says: Some tests failed."],
    [
      "npm test 2>&1 | tail -3",
      " Test Files  1 passed (1)\n      Tests  3 passed (3)\n   Duration  300ms",
      "what is seen of its output counts 3 tests, 12 ran when it failed",
    ],
  ])("%j printing %j", ([command, output, why]) => {
    const text = heldBy([CODE, failed, CODE, shell(command, output)])
    expect(text).toContain(`A pass since proves too little: ${why}`)
    expect(text).toContain("- npm test:\n")
    const whole = ran("npm test", 0, " Test Files  1 passed (1)\n      Tests  12 passed (12)")
    expect(heldBy([CODE, failed, CODE, shell(command, output), whole])).toBe("")
  })
})

describe("an edit by a command after the pass is one", () => {
  it.for([
    "sed -i s/a/b/ src/sum.ts",
    "perl -pi -e s/a/b/ src/sum.ts",
    "for f in src/*.ts; do sed -i s/a/b/ $f; done",
    "grep -rl foo src | xargs sed -i s/foo/bar/",
    "python - <<'EOF'\nopen('src/sum.py','w').write('x')\nEOF",
    `python3 -c "import pathlib; pathlib.Path('src/sum.py').write_text('x')"`,
    `node -e "require('fs').writeFileSync('src/sum.js', 'x')"`,
    "git apply fix.patch",
    "patch -p1 < fix.diff",
    "mv src/sum.ts src/total.ts",
    "rm src/sum.ts",
    "cp /tmp/a.ts src/sum.ts",
    "echo x | tee src/sum.ts",
    "cat > src/sum.ts <<'EOF'\nx\nEOF",
    "bash -c 'sed -i s/a/b/ src/sum.ts'",
    "npm test && sed -i s/a/b/ src/sum.ts",
  ])("%j", (command) => {
    expect(heldBy([CODE, PASSES, shell(command)])).toContain("changed, and no check has passed since")
  })

  it("but not one before the check in the same command", () => {
    expect(heldBy([CODE, PASSES, shell("sed -i s/a/b/ src/sum.ts && npm test", GREEN)])).toBe("")
  })
})

describe("files that are not as the last pass saw them hold, whatever changed them", () => {
  const seen = (files: Partial<SeenFiles>): HookEvent => ({
    type: "stop",
    again: false,
    pending: [],
    files: { since_begin: ["src/sum.ts"], since_pass: [], by_others: [], ...files },
  })
  const end = (...events: readonly HookEvent[]) =>
    replies([KNOWN, ASKED, ...events]).at(-1) ?? { type: "nothing" }

  it.for(["git stash", "git revert HEAD", "sh gen.sh", "npx prettier --write ."])("%s", (command) => {
    const reply = end(CODE, PASSES, shell(command), seen({ since_pass: ["src/sum.ts"] }))
    expect(reply).toMatchObject({ type: "hold" })
    expect(reply).toMatchObject({ text: expect.stringContaining("src/sum.ts changed") as string })
  })

  it("also when they are as the session found them, and not as the pass saw them", () => {
    const undone = seen({ since_begin: [], since_pass: ["src/sum.ts"] })
    expect(end(CODE, FAILS, CODE, PASSES, shell("git restore ."), undone)).toMatchObject({ type: "hold" })
  })

  it("but not when they are as it saw them, or as the session found them", () => {
    expect(end(CODE, PASSES, CODE, shell("git restore ."), seen({})).type).toBe("nothing")
    expect(end(CODE, FAILS, shell("git stash"), seen({ since_begin: [], since_pass: [] })).type).toBe(
      "nothing",
    )
  })

  it("and a failure holds although nothing changed since", () => {
    expect(end(CODE, FAILS, seen({ since_pass: ["src/sum.ts"] }))).toMatchObject({
      text: expect.stringContaining("this failed, and no pass since") as string,
    })
  })

  it("what others changed is told once and holds nobody", () => {
    const others = seen({ by_others: ["src/tax.ts"] })
    const told = replies([KNOWN, ASKED, CODE, PASSES, others, ASKED, others])
    expect(told.slice(-3).map((reply) => reply.type)).toEqual(["hand_back", "nothing", "nothing"])
    expect(told.at(-3)).toMatchObject({ text: expect.stringContaining("src/tax.ts") as string })
  })

  it("and a pass elsewhere checks nothing here", () => {
    for (const command of ["cd /other && npm test", "cd ../other && npm test"]) {
      expect(heldBy([CODE, shell(command, GREEN)])).toContain("src/sum.ts changed")
    }
    expect(heldBy([wrote("/other/src/tax.ts"), shell("cd /other && npm test", GREEN)])).toBe("")
  })

  it("also in a folder at which nobody looks", () => {
    const elsewhere = wrote("/other/src/tax.ts")
    expect(end(elsewhere, seen({ since_begin: [] }))).toMatchObject({ type: "hold" })
  })
})

it("says of a check that ran out of time what to do", () => {
  const timed = ended({
    tool: "Bash",
    arguments: { command: "npm test" },
    observation: "Command timed out after 2m 0s",
    failed: true,
  })
  expect(heldBy([CODE, timed])).toContain("It ran out of time: give it more, run it in the background")
})

it.each(["npm test || true", "npm test 2>&1 | tail -5", "npm test; true"])(
  "names what settles, and not what hides it: %s",
  (command) => {
    const report =
      " FAIL  src/sum.test.ts > adds\nAssertionError: expected 3\n      Tests  1 failed | 3 passed (4)"
    expect(heldBy([CODE, ran(command, 1, report)])).toContain("- npm test:\n")
  },
)

it("names the check without the commit that was to follow it", () => {
  const text = heldBy([CODE, ran("npm test && git commit -am x", 1, RED)])
  expect(text).toContain("- npm test:\n")
})

it("holds a script that fails after all checks passed", () => {
  expect(heldBy([CODE, PASSES, ran("python reproduce.py", 1, "AssertionError: 1")])).toContain("reproduce.py")
})
