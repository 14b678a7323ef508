import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileErrorReason } from "@proofloop/foundation/files"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/** Writes the file that a flag names, and reports it on standard error. Rejects with Misuse if it cannot. */
export async function writeOut(
  given: string,
  text: string,
  { flag, io }: { readonly flag: string; readonly io: Io },
): Promise<void> {
  if (given === "") throw new Misuse(`${flag} needs a file`)
  const path = resolve(io.cwd, given)
  try {
    await writeFile(path, text)
  } catch (error) {
    throw new Misuse(`${flag}: ${given}: ${fileErrorReason(error)}`)
  }
  io.stderr.write(`proofloop: wrote ${path}\n`)
}
