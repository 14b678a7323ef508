import { posix } from "node:path"
import { type Model, type ModelRequest, scriptedModel } from "@proofloop/runtime"
import type { ScriptedStep } from "@proofloop/runtime/testing"
import { type Conversation, type Edit, readConversation } from "./conversation.ts"
import { inclusiveBoundary, nextRounding } from "./demo_edits.ts"

/** A script in place of a model: it patches the first file it saw until a message quotes a failure that persists. */
export function weakModel(test_command: string): Model {
  return scriptedModel((request) => nextStep(request, test_command), { model_name: "weak-script" })
}

function nextStep({ messages, tool_choice }: ModelRequest, test_command: string): ScriptedStep {
  if (tool_choice === "none") return { text: "The rounding is fixed. What is left looks like a flaky test." }
  const conversation = readConversation(messages)
  const test = { name: "shell", arguments: { command: test_command } }
  return conversation.rethink === null ? patch(conversation, test) : rethink(conversation, test)
}

type Call = NonNullable<ScriptedStep["tool_calls"]>[number]

/** The first strategy: the tested file must round wrongly. */
function patch({ listed, files, last_step }: Conversation, test: Call): ScriptedStep {
  if (listed.length === 0) return { tool_calls: [{ name: "list_files" }] }
  const test_file = listed.find((path) => path.includes(".test."))
  if (test_file === undefined) return { text: "There are no tests, so nothing can be wrong." }
  if (!files.has(test_file)) return { tool_calls: [read(test_file)] }
  const subject = subjectOf(test_file, files)
  if (subject === undefined) return { text: `I do not see what ${test_file} tests. It should work now.` }
  const content = files.get(subject)
  if (content === undefined) return { tool_calls: [read(subject), test] }
  if (last_step === "edited") return { text: `Fixed the rounding in ${subject}. All tests pass now.` }
  if (last_step === "claimed") return { tool_calls: [test] }
  const hunch = nextRounding(content)
  if (hunch === null) return { text: `${subject} does not round, so it must be right.` }
  return {
    text: "Money and floating point: this must be the rounding.",
    tool_calls: [{ name: "edit_file", arguments: { path: subject, ...hunch } }],
  }
}

/** The second strategy: the subject of the quoted failure decides where to look. */
function rethink(conversation: Conversation, test: Call): ScriptedStep {
  const { listed, files, edits, last_step, rethink: cause } = conversation
  const evidence = cause?.evidence ?? ""
  const test_file = listed.find((path) => path.includes(".test.")) ?? ""
  const subject = subjectOf(test_file, files) ?? ""
  const suspects = importsOf(subject, files).filter((path) => isAbout(path, evidence))
  const unread = suspects.find((path) => !files.has(path))
  if (unread !== undefined) {
    return {
      text: `Rounding is not the cause then. The failing test is about ${topicOf(unread)}.`,
      tool_calls: [read(unread), test],
    }
  }
  if ((cause?.edits_since ?? 0) > 0) {
    if (last_step === "edited") return { text: `Fixed ${suspects.join(", ")}: the limit itself now counts.` }
    return { tool_calls: [test] }
  }
  for (const path of suspects) {
    const hunch = inclusiveBoundary(files.get(path) ?? "", evidence)
    if (hunch === null) continue
    return {
      text: "The failing case lies exactly on a limit that the code leaves out.",
      tool_calls: [...takenBack(subject, edits), { name: "edit_file", arguments: { path, ...hunch } }],
    }
  }
  return { text: "I cannot find the cause of this failure." }
}

/** One edit that undoes the edits of a file, each of which replaced the one before. */
function takenBack(path: string, edits: readonly Edit[]): readonly Call[] {
  const own = edits.filter((edit) => edit.path === path)
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return []
  const undo = { path, old_text: last.new_text, new_text: first.old_text }
  return [{ name: "edit_file", arguments: undo }]
}

function read(path: string): Call {
  return { name: "read_file", arguments: { path } }
}

/** The file a test is about: its first relative import. */
function subjectOf(test_file: string, files: ReadonlyMap<string, string>): string | undefined {
  return importsOf(test_file, files)[0]
}

function importsOf(path: string, files: ReadonlyMap<string, string>): readonly string[] {
  const imports = [...(files.get(path) ?? "").matchAll(/\bfrom "(\.[^"]+)"/g)]
  return imports.map(([, target = ""]) => posix.join(posix.dirname(path), target))
}

/** Whether a word of a file's name and a word of the text begin alike: delivery.js with "delivered". */
function isAbout(path: string, text: string): boolean {
  const stem = topicOf(path).slice(0, 6).toLowerCase()
  return text.toLowerCase().includes(stem)
}

function topicOf(path: string): string {
  return posix.basename(path, posix.extname(path))
}
