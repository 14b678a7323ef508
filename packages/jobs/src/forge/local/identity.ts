import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { writeWholeFile } from "@proofloop/foundation/files"
import { ForgeError } from "../forge_error.ts"

const FILE = "proofloop-id"

/** The identity of a bare repository, written into it once; a repository that replaces it has another. */
export async function identityOf(repository: string): Promise<string> {
  const path = join(repository, FILE)
  const known = await readFile(path, "utf8").catch(() => null)
  if (known === null) await writeWholeFile(path, `${randomUUID()}\n`, { mode: 0o644, once: true })
  // Another process may have been faster.
  const id = (known ?? (await readFile(path, "utf8"))).trim()
  if (/^[0-9a-f-]{36}$/.test(id)) return `local:${id}`
  throw new ForgeError(`${path} is not the id of a repository`, { retryable: false })
}
