import { statSync } from "node:fs"
import { resolve } from "node:path"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import type { Input } from "./verb.ts"

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** The whole path of the folder that an option names; undefined without it. Throws Misuse where no folder is. */
export function givenFolder(input: Input, name: string, { cwd }: Io): string | undefined {
  const given = input.text(name)
  if (given === undefined) return undefined
  if (given === "") throw new Misuse(`--${name} needs a folder`)
  const folder = resolve(cwd, given)
  requireFolder(folder, `--${name}`)
  return folder
}

/** Throws Misuse, naming the option, where a file or nothing is. */
export function requireFolder(folder: string, option: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) throw new Misuse(`${option}: there is no folder ${folder}`)
  if (!stats.isDirectory()) throw new Misuse(`${option}: ${folder} is not a folder`)
}
