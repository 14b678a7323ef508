import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"

/** The folder `.proofloop` of a repository, existing or not. */
export function stateFolder(root: string): string {
  return join(root, ".proofloop")
}

/** The same, made when missing. git ignores its content, so nothing there becomes part of a change. */
export async function makeStateFolder(root: string): Promise<string> {
  const folder = stateFolder(root)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, ".gitignore"), "*\n", { flag: "wx" }).catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") throw error
  })
  return folder
}
