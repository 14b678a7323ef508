import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { isPostgresUrl } from "@proofloop/jobs"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/** The file, or the URL, that --store names; undefined without it. Throws Misuse. */
export function givenStore(input: Input, io: Io): string | undefined {
  const given = input.text("store")
  if (given === "") throw new Misuse("--store needs a file, or postgres://USER@HOST/DATABASE")
  return given === undefined || isPostgresUrl(given) ? given : resolve(io.cwd, given)
}

/** Whether a store may be there: a server says it when it is asked. */
export function mayHaveStore(path: string): boolean {
  return isPostgresUrl(path) || existsSync(path)
}
