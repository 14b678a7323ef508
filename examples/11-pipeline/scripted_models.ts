import type { JsonObject } from "@proofloop/foundation/text"
import type { Model, ModelRequest } from "@proofloop/runtime"
import { scriptedModel, type ScriptedStep } from "@proofloop/runtime/testing"

const PLAN = {
  tasks: [
    {
      id: "T001",
      title: "Take discounts off",
      priority: 1,
      metric: "test_results",
      description: "A discount makes things dearer, and a test says so.",
      subtasks: [
        {
          id: "T001-S01",
          title: "Subtract the discount",
          description: 'discount(100, "10%") has to be 90.',
          file_hints: ["src/price.mjs"],
          action: "modify",
        },
      ],
    },
    {
      id: "T002",
      title: "Tell how the shop is used",
      priority: 2,
      metric: "readme",
      description: "The README has no usage.",
      subtasks: [
        {
          id: "T002-S01",
          title: "Describe the usage",
          description: "Say in the README how discount is called.",
          file_hints: ["README.md"],
          action: "modify",
        },
      ],
    },
  ],
}

const call = (name: string, args: JsonObject): ScriptedStep => ({ tool_calls: [{ name, arguments: args }] })
const edit = (path: string, old_text: string, new_text: string) =>
  call("edit_file", { path, old_text, new_text })

/** Right about the sum, and it drops a function that others import: the gate sends it back. */
const CARELESS = `/** The price after a discount. */
export function discount(price, percent) {
  return price - (price * parseFloat(percent)) / 100
}
`

/** The same with all that was there; passes every test, and breaks a rule that CI alone looks at. */
const CAREFUL = `/** A percentage as people write it, such as "10%". */
export function percentOf(text) {
  return Number(text.trim().replace("%", ""))
}

/** The price after a discount. */
export function discount(price, percent) {
  var percentage = percentOf(percent)
  return price - (price * percentage) / 100
}
`

const REFUSAL = `  if (percentage > 100) throw new RangeError("a discount is at most 100 %")
  return price - (price`

/** What the worker does turn by turn, by a word of what it is asked. */
const WORK: Readonly<Record<string, readonly ScriptedStep[]>> = {
  "Subtract the discount": [
    call("write_file", { path: "src/price.mjs", content: CARELESS }),
    { text: "Done." },
    call("write_file", { path: "src/price.mjs", content: CAREFUL }),
    { text: "fix: take the discount off the price" },
  ],
  "Describe the usage": [
    edit(
      "README.md",
      "Prices and discounts.\n",
      'Prices and discounts.\n\n## Usage\n\n`discount(100, "10%")` is 90.\n',
    ),
    { text: "docs: say how a discount is asked for" },
  ],
  "Refuse more than 100 %": [
    edit("src/price.mjs", "  return price - (price", REFUSAL),
    { text: "feat: refuse a discount above 100 percent" },
  ],
}

const FINDING = {
  severity: "minor",
  summary: "A discount above 100 percent makes the price negative.",
  path: "src/price.mjs",
  line: 9,
}

const REPAIR = {
  diagnosis: "The linter of the repository wants const where the new line has var.",
  subject: "fix: declare the percentage as a constant",
  edits: [{ path: "src/price.mjs", old_string: "  var percentage", new_string: "  const percentage" }],
  needs: [],
}

const always = (model_name: string, answer: JsonObject): Model =>
  scriptedModel(() => ({ text: JSON.stringify(answer) }), { model_name })

/** Stand for the models of your choice: the same answers every time. */
export const worker: Model = scriptedModel(
  (request) => {
    const asked = textOf(request)
    const turn = request.messages.filter(({ role }) => role === "assistant").length
    const [, steps = []] = Object.entries(WORK).find(([word]) => asked.includes(word)) ?? []
    return steps[turn] ?? { text: "Nothing is left to do." }
  },
  { model_name: "scripted-worker" },
)

export const models = {
  planner: always("scripted-planner", PLAN),
  reviewer: always("scripted-reviewer", { findings: [FINDING] }),
  fixer: always("scripted-fixer", REPAIR),
  critic: always("scripted-critic", { approved: true, feedback: "" }),
}

function textOf({ messages }: ModelRequest): string {
  return messages.map(({ content }) => content).join("\n")
}
