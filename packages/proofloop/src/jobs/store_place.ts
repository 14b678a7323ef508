import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { isPostgresUrl } from "@proofloop/jobs/internal"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/** The file, or the URL, that --store or another option names; undefined without it. Throws Misuse. */
export function givenStore(input: Input, io: Io, option = "store"): string | undefined {
  const given = input.text(option)
  if (given === "") throw new Misuse(`--${option} needs a file, or postgres://USER@HOST/DATABASE`)
  return given === undefined || isPostgresUrl(given) ? given : resolve(io.cwd, given)
}

/** The place without the password that a URL may have, for people, command lines and logs. */
export function withoutPassword(place: string): string {
  if (!isPostgresUrl(place)) return place
  if (!URL.canParse(place)) return "postgres://"
  const url = new URL(place)
  url.password = ""
  url.searchParams.delete("password")
  return String(url)
}

/** The password in the URL of a store, as the client would read it; null: it has none. */
export function passwordOf(place: string): string | null {
  if (!isPostgresUrl(place) || !URL.canParse(place)) return null
  const { password, searchParams } = new URL(place)
  const given = searchParams.get("password") ?? decoded(password)
  return given === "" ? null : given
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Throws Misuse where --store names nothing. A configuration may name a store that is made later. */
export function refuseMissing(input: Input, path: string): void {
  if (input.isArgument("store") && !mayHaveStore(path)) throw new Misuse(`--store: there is no file ${path}`)
}

/** Whether a store may be there: a server says it when it is asked. */
export function mayHaveStore(path: string): boolean {
  return isPostgresUrl(path) || existsSync(path)
}
