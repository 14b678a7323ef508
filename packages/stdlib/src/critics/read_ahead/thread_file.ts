import type { Language } from "../../code/language.ts"
import type { ReadFile } from "../../code/readings.ts"

/** What a thread is asked to read: texts of a file, with the names of its readers. */
export interface ThreadFile {
  readonly language: Language
  readonly texts: ReadonlyArray<{ readonly text: string; readonly readers: readonly string[] }>
}

/** null: the process has to read it itself. */
export type ThreadReading = ReadFile | null
