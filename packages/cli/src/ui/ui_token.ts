import { randomBytes } from "node:crypto"
import { mkdir, open, readFile, stat, writeFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

export const UI_TOKEN_VARIABLE = "PROOFLOOP_UI_TOKEN"

/** The token of --token or of the environment; undefined: nobody may act. Throws Misuse. */
export async function readUiToken(input: Input, io: Io): Promise<string | undefined> {
  const given = input.text("token")
  if (given === undefined) return nonEmpty(io.env[UI_TOKEN_VARIABLE])
  if (given === "") throw new Misuse("--token needs a file")
  const file = resolve(io.cwd, given)
  await makeTokenFile(file)
  try {
    if (((await stat(file)).mode & 0o077) !== 0)
      throw new Misuse(`--token ${given}: other users can read it; chmod 600 it`)
    return nonEmpty((await readFile(file, "utf8")).trim()) ?? refuseEmpty(given)
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Misuse(`--token ${given}: ${thrownMessage(error)}`)
  }
}

/** Does nothing when it is there. */
async function makeTokenFile(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, "wx", 0o600)
    await handle.close()
    await writeFile(file, `${randomBytes(24).toString("base64url")}\n`)
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw new Misuse(`--token ${file}: ${thrownMessage(error)}`)
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text
}

function refuseEmpty(file: string): never {
  throw new Misuse(`--token ${file}: the file is empty`)
}
