import { lenientText } from "@proofloop/foundation/git"
import { isTestFile } from "@proofloop/foundation/paths"
import { defineCritic } from "../critic.ts"
import { conflictMarkers, conflictViolations } from "../syntax/conflict_markers.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import { cutOff } from "./cut_off.ts"
import { placeholders } from "./placeholders.ts"
import type { TouchedText } from "./touched_text.ts"
import { wrapped } from "./wrapped.ts"

/** leftovers: traces of a merge or of a model's reply in a text, and a missing end. @requirement critics.leftovers */
export const leftovers = defineCritic({
  id: "leftovers",
  title: "Leftovers of editing",
  reads_any_text: true,
  description:
    "Stops conflict markers, a fence or a reply around a whole file, a comment in place of code that was there, and files cut off.",
  scope: "file",
  default_in: { gate: true, check: true },
  event: { type: "critic_leftovers.fail" },
  check_name: "Leftovers check",
  advice:
    "Write the whole file as it has to be: every line of it, nothing around it, no comment in place of code, and one side of each merge conflict.",
  check(change) {
    return verdictOf(
      change.files.flatMap(({ path, before, after }) => {
        const text = after?.includes(0) === true ? null : lenientText(after)
        return text === null ? [] : violationsIn({ path, before: lenientText(before), after: text })
      }),
    )
  },
})

function violationsIn(touched: TouchedText): readonly Violation[] {
  const around = wrapped(touched)
  if (around.length > 0) return around
  return [...newConflicts(touched), ...placeholders(touched), ...cutOff(touched)]
}

function newConflicts({ path, before, after }: TouchedText): readonly Violation[] {
  const found = conflictMarkers(after)
  if (found.length === 0) return []
  const known = new Set(conflictMarkers(before ?? "").map(({ text }) => text))
  const lines = after.split("\n")
  const old = new Set(before?.split("\n").filter((line) => line.trim().length > 3))
  const markers = found.filter(({ text, line }) => {
    if (known.has(text)) return false
    return !isShown(path, lines, line) || sides(lines, line).some((one) => old.has(one))
  })
  return conflictViolations(path, markers)
}

/** Whether a text may show a conflict on purpose: data of a test, a block of code in a guide. */
function isShown(path: string, lines: readonly string[], line: number): boolean {
  if (isTestFile(path) || /(?:^|\/)(?:tests?|testdata|fixtures?|__fixtures__)\//.test(path)) return true
  if (!/\.(?:mdx?|mdc|markdown|rst|adoc)$/i.test(path)) return false
  return lines.slice(0, line - 1).filter((one) => /^\s{0,3}(?:```|~~~)/.test(one)).length % 2 === 1
}

/** The lines between a marker and its end. */
function sides(lines: readonly string[], line: number): readonly string[] {
  const length = lines.slice(line).findIndex((one) => one.startsWith(">>>>>>> "))
  return length < 0 ? [] : lines.slice(line, line + length)
}
