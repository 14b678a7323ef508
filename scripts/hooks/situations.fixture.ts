import type { Files, Happening, Voice } from "./host_voices.fixture.ts"

/** A session, and what becomes of its stops. */
export interface Situation {
  readonly name: string
  /** Flags beside `--hold`. */
  readonly words?: readonly string[]
  readonly happenings: readonly Happening[]
  /** In the order of the stops. */
  readonly comes_to: string
  /** Hosts in which it can happen; default all. */
  readonly only?: readonly Voice[]
  /** Where a host tells less or more. */
  readonly but?: Readonly<Partial<Record<Voice, string>>>
}

const WRONG = "exports.sum = (a, b) => a - b\n"
const RIGHT = "exports.sum = (a, b) => a + b\n"
const COMMENTED = "// Adds.\nexports.sum = (a, b) => a - b\n"

/** The project that each session begins in. */
export const PROJECT = {
  "package.json": '{ "name": "sum", "private": true, "scripts": { "test": "node check.js" } }\n',
  "README.md": "# sum\n",
  ".gitignore": "dist\n",
  "src/sum.js": WRONG,
  "src/limit.js": "exports.limit = (value) => value\n",
  "check.js": [
    'const { readFileSync } = require("node:fs")',
    'const is_right = readFileSync("src/sum.js", "utf8").includes("a + b")',
    'console.log(is_right ? "# pass 3\\n# fail 0" : "not ok 1 - adds\\n# pass 2\\n# fail 1")',
    "process.exitCode = is_right ? 0 : 1",
    "",
  ].join("\n"),
}

const VERIFY = ["--verify", "node check.js"]

const asked = (text = "Add a function that multiplies."): Happening => ({ type: "prompt", text })
const runs = (command: string, exit_code: number, output: string, files: Files = {}): Happening => ({
  type: "runs",
  command,
  exit_code,
  output,
  files,
})
const shell = (command: string, files?: Files): Happening => runs(command, 0, "", files)
const writes = (path: string, content: string): Happening => ({ type: "writes", path, content })
const stops = (words = "Done: all tests pass.", more: object = {}): Happening => ({
  type: "stops",
  words,
  ...more,
})
const background = (command: string): Happening => ({
  type: "runs",
  command,
  exit_code: 0,
  output: "",
  in_background: true,
})
const ended = (command: string, exit_code: number, output: string): Happening => ({
  type: "ended",
  command,
  exit_code,
  output,
})
const person = (files: Files): Happening => ({ type: "person", files })

const report = (test: string, file: string): string =>
  `not ok 1 - ${test}\n  ---\n  location: '/work/test/${file}:5:1'\n  error: 'expected 3, got 4'\n  code: 'ERR_ASSERTION'\n  ...\n# tests 3\n# pass 2\n# fail 1`
const SUM_RED = report("adds", "sum.test.js")
const LIMIT_RED = report("limits to one hundred", "limit.test.js")
const GREEN_REPORT = "# tests 3\n# pass 3\n# fail 0"

const ASKED = asked()
const EDIT = writes("src/sum.js", COMMENTED)
const MEND = writes("src/sum.js", RIGHT)
const MISSES: Happening = { type: "misses", path: "src/sum.js" }
const RED = runs("npm test", 1, SUM_RED)
const OTHER_RED = runs("npm test", 1, LIMIT_RED)
const GREEN = runs("npm test", 0, GREEN_REPORT)
const ADMITTED = "sum.test.js still fails: I do not know the rounding."
const LOOK = shell("cat src/sum.js")
const AFTER_RED = [ASKED, EDIT, RED]
const AFTER_GREEN = [ASKED, MEND, GREEN]

const WITH_BACKGROUND = ["claude-code", "codex", "gemini-cli", "qwen-code"] as const

export const situations: readonly Situation[] = [
  // A check that failed.
  {
    name: "an edit after a red check, and no check since",
    happenings: [...AFTER_RED, MEND, stops()],
    comes_to: "held",
  },
  {
    name: "an edit, and a red check",
    happenings: [...AFTER_RED, stops()],
    comes_to: "held",
  },
  {
    name: "red, mended, green",
    happenings: [...AFTER_RED, MEND, GREEN, stops()],
    comes_to: "let go",
  },
  {
    name: "done is claimed again and again about the same failure",
    happenings: [...AFTER_RED, stops(), RED, stops(), RED, stops(), RED, stops()],
    comes_to: "held, held, said, let go",
  },
  {
    name: "nothing is done after a hold",
    happenings: [...AFTER_RED, stops(), stops(), stops()],
    comes_to: "held, said, let go",
  },
  {
    name: "the agent says that it fails, and why",
    happenings: [...AFTER_RED, stops(ADMITTED), stops(ADMITTED)],
    comes_to: "said, let go",
  },
  {
    name: "a part of what failed passes",
    happenings: [...AFTER_RED, MEND, runs("npm test -- sum", 0, GREEN_REPORT), stops()],
    comes_to: "held",
  },
  {
    name: "the whole passes after a part failed",
    happenings: [ASKED, EDIT, runs("npm test -- sum", 1, SUM_RED), MEND, GREEN, stops()],
    comes_to: "let go",
  },
  {
    name: "the same task passes in another folder",
    happenings: [...AFTER_RED, MEND, runs("cd packages/b && npm test", 0, GREEN_REPORT), stops()],
    comes_to: "held",
  },
  {
    name: "a run without a test after a failure",
    happenings: [...AFTER_RED, MEND, runs("npm test", 0, "# tests 0\n# pass 0\n# fail 0"), stops()],
    comes_to: "held",
  },
  {
    name: "one of two checks is red",
    happenings: [ASKED, EDIT, runs("npx eslint src", 1, "✖ 1 problem (1 error)"), GREEN, stops()],
    comes_to: "held",
  },
  {
    name: "a red check behind || true",
    happenings: [ASKED, EDIT, runs("npm test || true", 0, SUM_RED), stops()],
    comes_to: "held",
  },
  {
    name: "a check whose report passes behind a pipe",
    happenings: [...AFTER_RED, MEND, runs("npm test 2>&1 | tail -5", 0, GREEN_REPORT), stops()],
    comes_to: "let go",
  },
  // Files that are not as the last pass saw them.
  {
    name: "an edit after green",
    happenings: [...AFTER_GREEN, writes("src/limit.js", "exports.limit = Math.min\n"), stops()],
    comes_to: "held",
  },
  {
    name: "git checkout takes the fix back",
    happenings: [
      ASKED,
      RED,
      MEND,
      GREEN,
      shell("git checkout -- src/sum.js", { "src/sum.js": WRONG }),
      stops(),
    ],
    comes_to: "held",
  },
  {
    name: "git stash takes the fix back",
    happenings: [ASKED, RED, MEND, GREEN, shell("git stash", { "src/sum.js": WRONG }), stops()],
    comes_to: "held",
  },
  {
    name: "a script writes code after green",
    happenings: [...AFTER_GREEN, shell("node make.js", { "src/made.js": "exports.made = 1\n" }), stops()],
    comes_to: "held",
  },
  {
    name: "a formatter changes code after green",
    happenings: [...AFTER_GREEN, shell("npx prettier --write .", { "src/sum.js": `${RIGHT}\n` }), stops()],
    comes_to: "held",
  },
  {
    name: "code is deleted after green",
    happenings: [...AFTER_GREEN, shell("rm src/limit.js", { "src/limit.js": null }), stops()],
    comes_to: "held",
  },
  {
    name: "a file is put back to what the pass saw",
    happenings: [...AFTER_GREEN, EDIT, MEND, stops()],
    comes_to: "let go",
  },
  {
    name: "prose and builds change after green",
    happenings: [
      ...AFTER_GREEN,
      writes("README.md", "# Sum\n"),
      shell("npm run build", { "dist/sum.js": "1\n" }),
      stops(),
    ],
    comes_to: "let go",
  },
  // Sessions that owe nothing.
  {
    name: "a question that is answered with a red check",
    happenings: [asked("Does the test pass?"), RED, stops("No: sum subtracts.")],
    comes_to: "let go",
  },
  {
    name: "code in a session that knows of no check",
    happenings: [ASKED, MEND, stops()],
    comes_to: "let go",
  },
  {
    name: "a question beside a red check that it does not mean",
    happenings: [asked("What does sum do?"), OTHER_RED, stops("It subtracts.")],
    comes_to: "let go",
  },
  {
    name: "prose alone beside a red check",
    happenings: [ASKED, RED, writes("README.md", "# Sum\n"), stops("Written.")],
    comes_to: "let go",
  },
  // A check that the person named.
  {
    name: "edits that are rejected, where a check is named",
    words: VERIFY,
    happenings: [ASKED, LOOK, MISSES, MISSES, stops("Fixed. All tests pass.")],
    comes_to: "held",
  },
  {
    name: "edits that are rejected, where no check is known",
    happenings: [ASKED, LOOK, MISSES, stops("I could not apply it.")],
    comes_to: "let go",
  },
  {
    name: "a named check that is red, then green",
    words: VERIFY,
    happenings: [ASKED, EDIT, stops(), MEND, stops()],
    comes_to: "held, let go",
  },
  {
    name: "a question where a check is named",
    words: VERIFY,
    happenings: [asked("What does sum do?"), LOOK, stops("It subtracts.")],
    comes_to: "let go",
  },
  // What failed before the session changed anything.
  {
    name: "an unrelated failure from before, left and said",
    happenings: [ASKED, OTHER_RED, MEND, OTHER_RED, stops("Added. limit.test.js failed before, I left it.")],
    comes_to: "said",
  },
  {
    name: "a failure from before that the prompt means",
    happenings: [asked("Make the failing test pass."), OTHER_RED, MEND, OTHER_RED, stops()],
    comes_to: "held",
  },
  {
    name: "a failure from before of which the agent says that it passes",
    happenings: [ASKED, OTHER_RED, MEND, OTHER_RED, stops("Done: all tests pass.")],
    comes_to: "held",
  },
  {
    name: "a failure from before whose file the agent edits",
    happenings: [
      ASKED,
      OTHER_RED,
      writes("src/limit.js", "exports.limit = 1\n"),
      OTHER_RED,
      stops("I left it."),
    ],
    comes_to: "held",
  },
  {
    name: "a failure from before beside a new one",
    happenings: [
      ASKED,
      OTHER_RED,
      MEND,
      runs("npm test", 1, `${LIMIT_RED}\n${SUM_RED}`),
      stops("I left limit."),
    ],
    comes_to: "held",
  },
  {
    name: "the person accepts a failure",
    happenings: [...AFTER_RED, stops(), asked("proofloop accept"), stops("As you say.")],
    comes_to: "held, said",
  },
  {
    name: "the agent accepts its own failure",
    happenings: [...AFTER_RED, shell("npx proofloop hook accept"), stops()],
    comes_to: "held",
  },
  // Others.
  {
    name: "the person edits between two prompts",
    happenings: [
      ...AFTER_GREEN,
      stops(),
      person({ "src/limit.js": "exports.limit = 2\n" }),
      asked("What does sum do?"),
      LOOK,
      stops("It adds."),
      asked("Thanks."),
      stops("You are welcome."),
    ],
    comes_to: "let go, said, let go",
  },
  {
    name: "the person edits, and then the agent as well",
    happenings: [
      ...AFTER_GREEN,
      stops(),
      person({ "src/limit.js": "exports.limit = 2\n" }),
      asked("Go on."),
      EDIT,
      stops("Done."),
    ],
    comes_to: "let go, held",
  },
  {
    name: "a check runs in the background at the stop",
    only: WITH_BACKGROUND,
    happenings: [ASKED, MEND, background("npm test"), stops("The tests run.", { running: ["npm test"] })],
    comes_to: "held",
    but: { "claude-code": "said" },
  },
  {
    name: "a check in the background has failed at the stop",
    only: WITH_BACKGROUND,
    happenings: [ASKED, EDIT, background("npm test"), ended("npm test", 1, SUM_RED), LOOK, stops()],
    comes_to: "held",
  },
  {
    name: "a check in the background has passed at the stop",
    only: WITH_BACKGROUND,
    happenings: [ASKED, MEND, background("npm test"), ended("npm test", 0, GREEN_REPORT), LOOK, stops()],
    comes_to: "held",
    but: { "claude-code": "let go", codex: "let go" },
  },
  {
    name: "a server runs in the background at the stop",
    only: WITH_BACKGROUND,
    happenings: [...AFTER_GREEN, background("npm run dev"), stops("Done.", { running: ["npm run dev"] })],
    comes_to: "let go",
  },
  {
    name: "a sub-agent is at work at the stop",
    happenings: [...AFTER_RED, stops("It goes on.", { agents: ["mends sum"] })],
    only: ["claude-code", "qwen-code"],
    comes_to: "let go",
  },
  {
    name: "a session is resumed with a failure",
    happenings: [...AFTER_RED, { type: "begins", source: "resume" }, asked("Go on."), LOOK, stops()],
    comes_to: "held",
  },
]
