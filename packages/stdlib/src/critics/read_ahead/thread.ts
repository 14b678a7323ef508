import type { MessagePort } from "node:worker_threads"
import { readFile } from "../../code/readings.ts"
import type { ThreadFile, ThreadReading } from "./thread_file.ts"
import { treeReaders } from "./tree_readers.ts"

/** Reads what it is sent, and sends back what it read, in the same order. */
export function answerWith(port: MessagePort): void {
  port.on("message", (files: readonly ThreadFile[]) => {
    void Promise.all(files.map(read)).then((found) => port.postMessage(found))
  })
}

/** What goes wrong here goes wrong again in the process, which knows whom to tell. */
async function read({ language, texts }: ThreadFile): Promise<ThreadReading> {
  const known = texts.map(({ text, readers }) => ({
    text,
    readers: readers.flatMap((name) => treeReaders.get(name) ?? []),
  }))
  return await readFile({ language, texts: known }).catch(() => null)
}
