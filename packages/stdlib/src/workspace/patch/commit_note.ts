import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { writeWholeFile } from "@proofloop/foundation/files"
import type { PatchJournal } from "./journal_entry.ts"
import { inJournalFolder, type JournalFolder } from "./journal_folder.ts"

/** Notes the commit that will hold a journal's files; once HEAD has it, they are not restored. */
export async function noteCommit(folder: JournalFolder, { id }: PatchJournal, commit: string): Promise<void> {
  await inJournalFolder(folder, folder.journals, async (path) => {
    await writeWholeFile(join(path, `${id}.commit`), commit, { temporary: `${id}.tmp` })
  })
}

/** null: none was noted. */
export async function readCommitNote(folder: JournalFolder, { id }: PatchJournal): Promise<string | null> {
  const path = join(folder.base, folder.journals, `${id}.commit`)
  const text = await readFile(path, "utf8").catch(() => "")
  return /^[0-9a-f]{40,64}$/.test(text) ? text : null
}
