import type { HookEntry, HookPlan, HostTable } from "./host_table.ts"
import { InstallError } from "./install_error.ts"
import type { InstallRecord } from "./install_record.ts"
import { addEntries } from "./json_add.ts"
import { findEntries, holdsJust } from "./json_entries.ts"
import { type KeptPlaces, placesOf, removeEntries } from "./json_remove.ts"
import { hasPlainCommas, parseSettings } from "./json_tree.ts"
import { isOurs, readCommand } from "./launcher.ts"
import { readModuleWords } from "./module_text.ts"
import { type SettingsFile, sha256Of } from "./settings_file.ts"
import { SettingsProblem } from "./settings_problem.ts"
import { revertEdits, type TextEdit } from "./text_edit.ts"
import { isBlank } from "./text_shape.ts"
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
  /** The edits that add our hooks to a text without them. */
  add(text: string): readonly TextEdit[]
  /** The text without our hooks, for one that was changed since install. */
  remove(text: string, kept: KeptPlaces): string
  /** Whether a text made from another one is as sound as that one. */
  isSound(text: string, other: string): boolean
  /** Containers of the text that stay, even if empty. */
  kept(text: string): KeptPlaces
}

/** How a host's settings at a path are edited. */
export function settingsEdit({ kind }: HostTable, plan: HookPlan, path: string): SettingsEdit {
  if (kind.format === "module") return moduleEdit(kind.text(plan))
  const entries = kind.entries(plan)
  if (path.endsWith(".toml")) return tomlEdit(entries)
  const { is_strict, root } = kind
  const found = (text: string) => (isBlank(text) ? [] : findEntries(parseSettings(text, is_strict)))
  return {
    words: (text) => wordsOf(found(text).map(({ command }) => command)),
    isDone: (text) => !isBlank(text) && holdsJust(parseSettings(text, is_strict), entries),
    add: (text) => addEntries(text, { entries, root, is_strict }),
    remove: (text, kept) => removeEntries(text, { is_strict, kept }),
    isSound: (text, other) => hasPlainCommas(text) || !hasPlainCommas(other),
    kept: (text) => placesOf(text, is_strict),
  }
}

/**
 * The text before install: byte for byte where the file is otherwise unchanged, else the text without our hooks; null:
 * no file.
 */
export function textWithout(text: string, edit: SettingsEdit, record: InstallRecord | null): string | null {
  const reverted = record === null ? null : revertEdits(text, record.edits)
  if (record !== null && reverted !== null) {
    if (sha256Of(text) === record.written_sha256)
      return record.original_sha256 === null && isBlank(reverted) ? null : reverted
    if (edit.isSound(reverted, text) && edit.words(reverted) === null) return reverted
  }
  return edit.remove(text, record?.kept ?? [])
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
      return base !== text && text === base + addBlock(base, entries).after
    },
    add: (text) => [addBlock(text, entries)],
    remove: removeBlock,
    isSound: () => true,
    kept: () => [],
  }
}

function moduleEdit(wanted: string): SettingsEdit {
  return {
    words: (text) => (isOurs(text) ? (readModuleWords(text) ?? []) : null),
    isDone: (text) => text === wanted,
    add(text) {
      if (!isBlank(text)) throw new SettingsProblem("this file is not proofloop's: move it away first", 1)
      return [{ offset: 0, before: text, after: wanted }]
    },
    remove: (text) => (isOurs(text) ? "" : text),
    isSound: () => true,
    kept: () => [],
  }
}
