import type { Model, ModelRequest } from "@proofloop/runtime"
import { scriptedModel, type ScriptedStep } from "@proofloop/runtime/testing"
import type { LocalReview } from "../forge/local/reviews.ts"

/** A small shop whose discount is computed the wrong way, and whose test says so. */
export const SHOP_FILES = {
  "src/price.mjs":
    "export function discount(price, percent) {\n  return price + (price * percent) / 100\n}\n",
  "tests/price.test.mjs": [
    'import assert from "node:assert"',
    'import test from "node:test"',
    'import { discount } from "../src/price.mjs"',
    "",
    'test("a discount is taken off", () => assert.equal(discount(100, 10), 90))',
    'test("no discount", () => assert.equal(discount(100, 0), 100))',
    "",
  ].join("\n"),
  "package.json":
    '{ "name": "shop", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test tests/*.mjs" } }\n',
  "README.md": "# Shop\n",
}

/** What a planner is to answer. */
export const PLAN = {
  tasks: [
    {
      id: "T001",
      title: "Take discounts off",
      priority: 1,
      metric: "test_results",
      description: "The discount is added.",
      subtasks: [
        {
          id: "T001-S01",
          title: "Subtract the discount",
          description: "discount(100, 10) has to be 90.",
          file_hints: ["src/price.mjs"],
          action: "modify",
        },
      ],
    },
    {
      id: "T002",
      title: "Tell how to use the shop",
      priority: 2,
      metric: "documentation",
      description: "There is no usage.",
      subtasks: [
        {
          id: "T002-S01",
          title: "Write a usage page",
          description: "Say how discount is called.",
          file_hints: ["docs/usage.md"],
          action: "create",
        },
      ],
    },
  ],
}

const edit = (path: string, old_text: string, new_text: string) => ({
  tool_calls: [{ name: "edit_file", arguments: { path, old_text, new_text } }],
})
const write = (path: string, content: string) => ({
  tool_calls: [{ name: "write_file", arguments: { path, content } }],
})

/** What the worker does turn by turn, by a word of its prompt. */
export const GOOD_WORK: WorkScript = {
  "Subtract the discount": [
    edit("src/price.mjs", "price + (price", "price - (price"),
    { text: "Subtract the discount from the price" },
  ],
  "Write a usage page": [
    write("docs/usage.md", "# Usage\n\nCall `discount(price, percent)`.\n"),
    { text: "Describe how a discount is asked for" },
  ],
}

/** A worker that was asked to say percent. */
export const RENAMED: WorkScript = {
  "Say percent": [
    {
      tool_calls: [
        {
          name: "edit_file",
          arguments: { path: "docs/usage.md", old_text: "percent", new_text: "percent_off" },
        },
      ],
    },
    { text: "Say that it is percent off" },
  ],
}

/** A person's review with a comment on the first line of a file. */
export function reviewOn(path: string, body: string): LocalReview {
  return { author: "mia", state: "changes_requested", comments: [{ path, line: 1, body }] }
}

export type WorkScript = Readonly<Record<string, readonly ScriptedStep[]>>

/** A worker that follows the script whose word its first message contains, and reports a missing script. */
export function workerModel(script: WorkScript, asked: string[] = []): Model {
  return scriptedModel((request) => {
    const text = textOf(request)
    asked.push(text)
    const key = Object.keys(script).find((word) => text.includes(word))
    const turn = request.messages.filter(({ role }) => role === "assistant").length
    return script[key ?? ""]?.[turn] ?? { text: "I am done." }
  })
}

export function textOf({ messages }: ModelRequest): string {
  return messages
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
    .join("\n")
}
