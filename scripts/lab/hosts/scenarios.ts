import { CHECK as COMMAND, RIGHT, STILL_WRONG } from "./project.ts"
import type { Step } from "./step.ts"

export interface Scenario {
  readonly name: string
  readonly prompt: string
  /** The flags of the installed command. */
  readonly words: readonly string[]
  readonly steps: readonly Step[]
}

const CHECK: Step = { type: "run", command: COMMAND }
const READ: Step = { type: "read", path: "sum.js" }
const DONE: Step = { type: "say", text: "All done: the tests pass." }
const EDIT: Step = { type: "write", path: "sum.js", content: STILL_WRONG }
const MEND: Step = { type: "write", path: "sum.js", content: RIGHT }

const FIX = "The test fails. Make it pass."

export const SCENARIOS = {
  /** It fails, an edit does not change that; done is claimed, held, then earned. */
  mended: {
    name: "mended",
    prompt: FIX,
    words: ["--hold"],
    steps: [READ, CHECK, EDIT, CHECK, DONE, MEND, CHECK, DONE],
  },
  /** Done is claimed again and again about the same failure. */
  handed_back: {
    name: "handed_back",
    prompt: FIX,
    words: ["--hold"],
    steps: [READ, CHECK, EDIT, CHECK, DONE, CHECK, DONE, CHECK, DONE],
  },
  /** The very command a third time, with nothing written. */
  repeated: {
    name: "repeated",
    prompt: FIX,
    words: ["--hold", "--refuse-repeats"],
    steps: [CHECK, CHECK, CHECK, DONE],
  },
  /** A question that is answered with a look at the test. */
  question: {
    name: "question",
    prompt: "Does the test pass?",
    words: ["--hold"],
    steps: [READ, CHECK, { type: "say", text: "No: sum subtracts." }],
  },
  /** Prose alone is written. */
  prose: {
    name: "prose",
    prompt: "Say in README.md that the test fails.",
    words: ["--hold"],
    steps: [
      CHECK,
      { type: "read", path: "README.md" },
      { type: "write", path: "README.md", content: "# sum\n\nIts test fails.\n" },
      { type: "say", text: "Written." },
    ],
  },
  /** The check goes on in the background when done is claimed. */
  pending: {
    name: "pending",
    prompt: FIX,
    words: ["--hold"],
    steps: [
      READ,
      MEND,
      { type: "run", command: `sleep 6 && ${COMMAND}`, in_background: true },
      DONE,
      { type: "run", command: "sleep 8" },
      CHECK,
      DONE,
    ],
  },
} as const satisfies Readonly<Record<string, Scenario>>

export type ScenarioName = keyof typeof SCENARIOS
