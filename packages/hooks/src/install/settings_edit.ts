import { addEntries, findEntries, holdsJust, removeEntries } from "./hook_entries.ts"
import type { HookEntry, HookPlan, HostTable } from "./host_table.ts"
import { InstallError } from "./install_error.ts"
import type { InstallRecord } from "./install_record.ts"
import { looseCommas, setJson } from "./json_edit.ts"
import { isOurs, readCommand } from "./launcher.ts"
import { readModuleWords } from "./module_text.ts"
import type { SettingsFile } from "./settings_file.ts"
import { SettingsProblem } from "./settings_problem.ts"
import { addBlock, blockCommands, parseToml, removeBlock } from "./toml_settings.ts"

/**
 * One way to write hooks into a settings text, and to remove them. Each throws SettingsProblem for an unreadable
 * text.
 */
export interface SettingsEdit {
  /** The flags of our commands, empty for commands of another version; null without a command of ours. */
  words(text: string): readonly string[] | null
  /** Whether a text holds exactly our wanted hooks, and no others of ours. */
  isDone(text: string): boolean
  /** A text without our hooks, with them. */
  add(text: string): string
  /** The text without our hooks; what the text before install held stays, even if empty. */
  remove(text: string, before: string): string
  /** Whether a text has no hooks of ours, and is as sound as the text before install. */
  isClean(text: string, before: string): boolean
}

/** How a host's settings at a path are edited. */
export function settingsEdit({ kind }: HostTable, plan: HookPlan, path: string): SettingsEdit {
  if (kind.format === "module") return moduleEdit(kind.text(plan))
  const entries = kind.entries(plan)
  if (path.endsWith(".toml")) return tomlEdit(entries)
  const { is_strict } = kind
  return {
    words: (text) => wordsOf(findEntries(text, is_strict).map(({ command }) => command)),
    isDone: (text) => holdsJust(findEntries(text, is_strict), entries),
    add: (text) => addEntries(text, entries, kind),
    remove: (text, before) => removeEntries(text, before, is_strict),
    isClean: (text, before) =>
      looseCommas(text) <= looseCommas(before) && findEntries(text, is_strict).length === 0,
  }
}

/**
 * The text before install: byte for byte where what install wrote is unchanged, else the text without our hooks; null:
 * no file.
 */
export function textWithout(text: string, edit: SettingsEdit, record: InstallRecord | null): string | null {
  if (record === null) return edit.remove(text, "")
  const { original, written } = record
  if (text === written) return original
  const before = original ?? ""
  const reverted = revertedText(text, before, written)
  return reverted !== null && edit.isClean(reverted, before) ? reverted : edit.remove(text, before)
}

/** The text without what was written into another, wherever it is now; null if it was changed. */
function revertedText(text: string, before: string, written: string): string | null {
  let start = 0
  while (start < before.length && before[start] === written[start]) start += 1
  let end = before.length
  for (let tail = written.length; end > start && before[end - 1] === written[tail - 1]; tail -= 1) end -= 1
  const added = written.slice(start, written.length - before.length + end)
  const at = text.indexOf(added)
  return at === -1 ? null : text.slice(0, at) + before.slice(start, end) + text.slice(at + added.length)
}

/** The text of a JSON file with a value at a path; everything else stays, comments too. Throws InstallError. */
export function setJsonValue(
  file: { readonly path: string; readonly text: string },
  names: readonly string[],
  value: unknown,
): string {
  return inFile(file, () => setJson(file.text, names, value))
}

/** The result of `work` on a file's text; a problem then names the file. Throws InstallError. */
export function inFile<Result>({ path }: Pick<SettingsFile, "path">, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SettingsProblem)) throw error
    throw new InstallError(path, `${error.message}: nothing was written`, error.line)
  }
}

function wordsOf(commands: readonly string[]): readonly string[] | null {
  const [first] = commands
  return first === undefined ? null : (readCommand(first)?.words ?? [])
}

function tomlEdit(entries: readonly HookEntry[]): SettingsEdit {
  return {
    words: (text) => wordsOf(blockCommands(parseToml(text))),
    isDone(text) {
      const base = removeBlock(text)
      return base !== text && text === addBlock(base, entries)
    },
    add: (text) => addBlock(text, entries),
    remove: removeBlock,
    isClean: (text) => removeBlock(text) === text,
  }
}

function moduleEdit(wanted: string): SettingsEdit {
  return {
    words: (text) => (isOurs(text) ? (readModuleWords(text) ?? []) : null),
    isDone: (text) => text === wanted,
    add(text) {
      if (text.trim() !== "") throw new SettingsProblem("this file is not proofloop's: move it away first", 1)
      return wanted
    },
    remove: (text) => (isOurs(text) ? "" : text),
    isClean: (text) => !isOurs(text),
  }
}
