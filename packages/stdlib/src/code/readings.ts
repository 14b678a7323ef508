import type { Language } from "./language.ts"
import { withTree, withTrees } from "./tree.ts"
import type { TreeReader } from "./tree_reader.ts"

/** Texts that are kept with what was read of them, in UTF-16 code units: a change of a thousand files has 15 million. */
const MOST_KEPT = 64 * 1024 * 1024

/** Finds a reading, or gives the one that was found. */
type Readings = Map<string, () => Promise<unknown>>

const kept = new Map<string, Readings>()
let length = 0

/** What `find` resolves to, found once for each text and name. What rejects is tried again. */
export function oncePerText<T>(text: string, name: string, find: () => Promise<T>): Promise<T> {
  const readings = readingsOf(text)
  const known = readings.get(name)
  if (known !== undefined) return known() as Promise<T>
  const finding = find()
  readings.set(name, () => finding)
  finding.catch(() => readings.delete(name))
  return finding
}

function readingsOf(text: string): Readings {
  const known = kept.get(text)
  if (known !== undefined) return known
  const readings: Readings = new Map()
  kept.set(text, readings)
  length += text.length
  for (const oldest of kept.keys()) {
    if (length <= MOST_KEPT || oldest === text) break
    kept.delete(oldest)
    length -= oldest.length
  }
  return readings
}

/** What a reader makes of a text; null: syntax errors. Rejects with UnableError as withTree does. */
export function readText<T>(reader: TreeReader<T>, language: Language, text: string): Promise<T | null> {
  return oncePerText(text, nameOf(reader, language), () =>
    withTree(language, text, (root, captures) => reader.read({ language, text, root, captures })),
  )
}

function nameOf({ name }: TreeReader<unknown>, language: Language): string {
  return `${language} ${name}`
}

export interface FileReadings {
  readonly language: Language
  readonly texts: ReadonlyArray<{
    readonly text: string
    readonly readers: ReadonlyArray<TreeReader<unknown>>
  }>
}

/** For each text what its readers made of it, in their order; null: syntax errors. */
export type ReadFile = ReadonlyArray<readonly unknown[] | null>

/** Reads each text for all of its readers at once. Rejects with UnableError as withTree does. */
export function readFile({ language, texts }: FileReadings): Promise<ReadFile> {
  return withTrees(
    language,
    texts.map(({ text }) => text),
    (index, root, captures) => {
      const { text = "", readers = [] } = texts[index] ?? {}
      return readers.map((reader) => reader.read({ language, text, root, captures }))
    },
  )
}

/** The first that asks for one of the readings has all of the file read, by `read`. */
export function readTogether(file: FileReadings, read: () => Promise<ReadFile>): void {
  let reading: Promise<ReadFile> | undefined
  for (const [index, { text, readers }] of file.texts.entries()) {
    const readings = readingsOf(text)
    for (const [place, reader] of readers.entries()) {
      const name = nameOf(reader, file.language)
      if (readings.has(name)) continue
      readings.set(name, async () => {
        try {
          reading ??= read()
          return (await reading)[index]?.[place] ?? null
        } catch {
          // The other side of the file may be what cannot be read.
          readings.delete(name)
          return readText(reader, file.language, text)
        }
      })
    }
  }
}
