import { CHECK as COMMAND, RIGHT, STILL_WRONG } from "./project.ts"
import type { Step } from "./step.ts"

/** What the person says, and what the agent does about it. */
interface Round {
  readonly prompt: string
  readonly steps: readonly Step[]
  /** Files that the person writes before that. */
  readonly changes?: Readonly<Record<string, string>>
}

/** A session that every agent goes through. */
export interface Scenario extends Round {
  /** The flags of the installed command. */
  readonly words: readonly string[]
  /** Files of the project that are not as in the others. */
  readonly files?: Readonly<Record<string, string>>
  readonly later?: readonly Round[]
  readonly needs_background?: true
  /** What is to come of it; absent where a column judges it by its own rule. */
  readonly expected?: Expected
}

/** A column of its own. */
export interface Expected {
  readonly title: string
  /** What we said, and how each stop ended, in their order. */
  readonly comes_to: string
  /** The same where the host does not go on by itself when a command in the background ends. */
  readonly without_resume?: string
}

const CHECK: Step = { type: "run", command: COMMAND }
const READ: Step = { type: "read", path: "sum.js" }
const DONE: Step = { type: "say", text: "All done: the tests pass." }
const EDIT: Step = { type: "write", path: "sum.js", content: STILL_WRONG }
const MEND: Step = { type: "write", path: "sum.js", content: RIGHT }
const REJECTED: Step = { type: "replace", path: "sum.js", old: "return a - b", text: "return a + b" }
/** Some agents run no bare `sleep`. */
const WAIT: Step = { type: "run", command: "node -e 'setTimeout(() => {}, 9000)'" }
const IN_BACKGROUND: Step = { type: "run", command: `sleep 5 && ${COMMAND}`, in_background: true }
const mendedThen = (command: string): readonly Step[] => [READ, MEND, CHECK, { type: "run", command }, DONE]
const say = (text: string): Step => ({ type: "say", text })

const FIX = "The test fails. Make it pass."

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  /** It fails, an edit does not change that; done is claimed, held, then earned. */
  mended: {
    prompt: FIX,
    words: ["--hold"],
    steps: [READ, CHECK, EDIT, CHECK, DONE, MEND, CHECK, DONE],
  },
  /** Done is claimed again and again about the same failure. */
  handed_back: {
    prompt: FIX,
    words: ["--hold"],
    steps: [READ, CHECK, EDIT, CHECK, DONE, CHECK, DONE, CHECK, DONE],
  },
  /** The very command a third time, with nothing written. */
  repeated: {
    prompt: FIX,
    words: ["--hold", "--refuse-repeats"],
    steps: [CHECK, CHECK, CHECK, DONE],
  },
  /** A question that is answered with a look at the test. */
  question: {
    prompt: "Does the test pass?",
    words: ["--hold"],
    steps: [READ, CHECK, say("No: sum subtracts.")],
    expected: { title: "a question let alone", comes_to: "let go" },
  },
  /** Prose alone is written. */
  prose: {
    prompt: "Say in README.md that the test fails.",
    words: ["--hold"],
    steps: [
      CHECK,
      { type: "read", path: "README.md" },
      { type: "write", path: "README.md", content: "# sum\n\nIts test fails.\n" },
      say("Written."),
    ],
    expected: { title: "prose let alone", comes_to: "let go" },
  },
  /** No edit is applied, and done is claimed all the same. */
  rejected: {
    prompt: FIX,
    words: ["--hold", "--verify", COMMAND],
    steps: [READ, REJECTED, REJECTED, say("Fixed. All tests pass."), READ, MEND, DONE],
    expected: { title: "rejected edits held", comes_to: "held, let go" },
  },
  /** A test that has nothing to do with the task was red before it. */
  baseline: {
    prompt: "Add a function that multiplies two numbers to sum.js.",
    words: ["--hold"],
    files: {
      "sum.js": RIGHT,
      "limit.js": "exports.limit = (value) => value\n",
      "limit.test.js": [
        'const assert = require("node:assert")',
        'const { test } = require("node:test")',
        'const { limit } = require("./limit.js")',
        "",
        'test("limits to one hundred", () => assert.strictEqual(limit(101), 100))',
        "",
      ].join("\n"),
    },
    steps: [
      READ,
      CHECK,
      { type: "write", path: "sum.js", content: `${RIGHT}exports.product = (a, b) => a * b\n` },
      CHECK,
      say("Added product. limit.test.js failed before, and I left it."),
    ],
    expected: { title: "a failure from before reported", comes_to: "nudged, let go, said" },
  },
  /** The check goes on in the background when the agent stops, and passes. */
  background: {
    prompt: FIX,
    words: ["--hold"],
    needs_background: true,
    steps: [READ, MEND, IN_BACKGROUND, say("The check runs."), WAIT, CHECK, DONE],
    expected: { title: "background let go", comes_to: "let go, said", without_resume: "held, let go" },
  },
  /** The check in the background has failed when done is claimed. */
  background_red: {
    prompt: FIX,
    words: ["--hold"],
    needs_background: true,
    steps: [READ, EDIT, IN_BACKGROUND, WAIT, DONE, MEND, CHECK, DONE],
    expected: { title: "red background held", comes_to: "held, let go" },
  },
  /** What the check passed with is taken back by git, twice. */
  reverted: {
    prompt: FIX,
    words: ["--hold"],
    steps: [...mendedThen("git checkout -- sum.js"), ...mendedThen("git stash"), READ, MEND, CHECK, DONE],
    expected: { title: "a reverted fix held", comes_to: "held, held, let go" },
  },
  /** The person changes code between two prompts. */
  person: {
    prompt: FIX,
    words: ["--hold"],
    steps: [READ, CHECK, MEND, CHECK, DONE],
    later: [
      {
        changes: { "product.js": "exports.product = (a, b) => a * b\n" },
        prompt: "Thanks. What does sum.js do?",
        steps: [READ, say("It adds.")],
      },
      { prompt: "And is it tested?", steps: [say("By sum.test.js.")] },
    ],
    expected: { title: "a person's edit told once", comes_to: "let go, said" },
  },
}

export type ScenarioName =
  | "mended"
  | "handed_back"
  | "repeated"
  | "question"
  | "prose"
  | "rejected"
  | "baseline"
  | "background"
  | "background_red"
  | "reverted"
  | "person"
