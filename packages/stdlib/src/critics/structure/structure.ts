import { lenientText } from "@proofloop/foundation/git"
import { definitions } from "../../code/definitions.ts"
import { isOfTable, languageOf } from "../../code/language.ts"
import { isUnable } from "../../parsers/unable_error.ts"
import { defineCritic } from "../critic.ts"
import { isDoc } from "../docs/doc_text.ts"
import { configFamily, syntaxFormat } from "../syntax/formats.ts"
import { partialVerdict, type Violation } from "../verdict.ts"
import { lostBalance } from "./balance.ts"
import { missingFiles } from "./missing_files.ts"
import type { UnreadFile } from "./unread_file.ts"
import { vanishedDefinitions } from "./vanished.ts"

/** structure: what can be said of a source without its grammar. @requirement critics.structure */
export const structure = defineCritic({
  id: "structure",
  title: "Structure of other languages",
  description:
    "Stops a change that has a file load another one that is not there, or leaves a source without a grammar here with unbalanced braces, no content, or a definition gone that others use.",
  reads_any_text: true,
  scope: "repository",
  default_in: { gate: true, check: true },
  other_severity_when: "a definition is gone that others use",
  event: { type: "critic_structure.fail" },
  check_name: "Source structure check",
  advice:
    "Write the whole file again: every block closed, every definition that others use, and no name of a file that is not there.",
  async check(change, facts) {
    const violations: Violation[] = []
    const reasons = new Set<string>()
    for (const { path, before, after } of change.files) {
      const [old, now] = [lenientText(before), lenientText(after)]
      if ([old, now].some((text) => text?.includes("\0"))) continue
      const file: UnreadFile = { path, before: old, after: now }
      const is_read = await isRead(path, old)
      if (!is_read) violations.push(...emptied(file), ...lostBalance(file))
      try {
        if (mayLoad(path)) violations.push(...(await missingFiles(file, facts)))
        if (!is_read) violations.push(...(await vanishedDefinitions(file, change, facts)))
      } catch (error) {
        if (!isUnable(error)) throw error
        reasons.add(error.message)
      }
    }
    return partialVerdict(violations, reasons)
  },
})

/** Other critics take it apart. A grammar may not be installed, or not get through what was there before. */
async function isRead(path: string, before: string | null): Promise<boolean> {
  if (isOfTable(languageOf(path))) return before === null || (await definitions(path, before)) !== null
  return (
    languageOf(path) !== null ||
    syntaxFormat(path) !== undefined ||
    configFamily(path) !== undefined ||
    isDoc(path)
  )
}

/** Whether statements of it may load files, and no other critic looks up what it imports, links or includes. */
function mayLoad(path: string): boolean {
  const language = languageOf(path)
  return (language === null || isOfTable(language)) && !isDoc(path) && !DATA.has(syntaxFormat(path) ?? "")
}

const DATA: ReadonlySet<string> = new Set(["toml", "json", "jsonc", "json_or_yaml", "yaml"])

/** Fewer lines may go on purpose. */
const LEAST_LINES = 3

function emptied({ path, before, after }: UnreadFile): readonly Violation[] {
  if (before === null || after === null || after.trim() !== "") return []
  const lines = before.split("\n").filter((line) => line.trim() !== "").length
  if (lines < LEAST_LINES) return []
  const message = `the file is there and empty: its ${lines} lines are gone`
  return [{ path, rule: "emptied", message, evidence: path }]
}
