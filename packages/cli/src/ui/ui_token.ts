import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { mkdir, open } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { fileErrorReason } from "@proofloop/foundation/files"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

export const UI_TOKEN_VARIABLE = "PROOFLOOP_UI_TOKEN"

const MOST_BYTES = 64 * 1024

/** The token of --token or of the environment; undefined: nobody may act. Throws Misuse. */
export async function readUiToken(input: Input, io: Io): Promise<string | undefined> {
  const given = input.text("token")
  if (given === undefined) return nonEmpty(io.env[UI_TOKEN_VARIABLE])
  if (given === "") throw new Misuse("--token needs a file")
  const file = resolve(io.cwd, given)
  await makeTokenFile(file)
  try {
    return nonEmpty(await readOwnFile(file, given)) ?? refuseEmpty(given)
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Misuse(`--token ${given}: ${fileErrorReason(error)}`)
  }
}

/** What is checked is what is read, even when somebody moves another file to its place. */
async function readOwnFile(file: string, given: string): Promise<string> {
  // A pipe would wait for a writer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > MOST_BYTES)
      throw new Misuse(`--token ${given}: expected a small file`)
    if ((stats.mode & 0o077) !== 0)
      throw new Misuse(`--token ${given}: other users can read it; chmod 600 it`)
    const uid = process.geteuid?.()
    if (uid !== undefined && stats.uid !== uid)
      throw new Misuse(`--token ${given}: it belongs to another user, who knows the token`)
    return (await handle.readFile("utf8")).trim()
  } finally {
    await handle.close()
  }
}

/** Does nothing when it is there. */
async function makeTokenFile(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, "wx", 0o600)
    try {
      await handle.writeFile(`${randomBytes(24).toString("base64url")}\n`)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw new Misuse(`--token ${file}: ${fileErrorReason(error)}`)
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text
}

function refuseEmpty(file: string): never {
  throw new Misuse(`--token ${file}: the file is empty`)
}
