import { availableParallelism } from "node:os"
import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import { languageOf } from "../../code/language.ts"
import { type FileReadings, readFile, readTogether } from "../../code/readings.ts"
import type { TouchedText, TreeReader } from "../../code/tree_reader.ts"
import type { Critic } from "../critic.ts"
import { startThreads } from "./threads.ts"
import { treeReaders } from "./tree_readers.ts"

/** To begin takes a thread a third of a second, in which one reads so many UTF-16 code units. */
const LEAST_FOR_THREAD = 500_000
/** Each holds some 80 MB. */
const MOST_THREADS = 4

/**
 * Has each touched text parsed once for all critics. Files of a large change are read in threads from now on, others when
 * they are asked for. Call the result when the critics are done: it ends the threads.
 */
export function readAhead(
  critics: ReadonlyArray<Pick<Critic, "reads">>,
  { files }: ChangeSet,
): () => Promise<void> {
  const asked = new Set(critics.flatMap(({ reads = [] }) => reads.map(({ name }) => name)))
  const readers = [...treeReaders.values()].filter(({ name }) => asked.has(name))
  const wanted = files.flatMap((file) => readingsOf(file, readers))
  const size = wanted.flatMap(({ texts }) => texts).reduce((sum, { text }) => sum + text.length, 0)
  const count = Math.min(MOST_THREADS, availableParallelism(), Math.floor(size / LEAST_FOR_THREAD))
  const { answers, close } = startThreads(count < 2 ? 0 : count, wanted)
  for (const [index, file] of wanted.entries())
    readTogether(file, async () => (await answers[index]) ?? (await readFile(file)))
  return close
}

function readingsOf(file: FileChange, readers: ReadonlyArray<TreeReader<unknown>>): readonly FileReadings[] {
  const language = languageOf(file.path)
  const [before, after] = [strictText(file.before), strictText(file.after)]
  if (language === null || before === after) return []
  const sides = [
    { side: "before", text: before, other: after },
    { side: "after", text: after, other: before },
  ] as const
  const texts = sides.flatMap(({ text, ...rest }) => {
    if (text === null) return []
    const touched: TouchedText = { path: file.path, language, text, ...rest }
    return [{ text, readers: readers.filter((reader) => reader.expects?.(touched) === true) }]
  })
  return [{ language, texts: texts.filter(({ readers: expected }) => expected.length > 0) }]
}
