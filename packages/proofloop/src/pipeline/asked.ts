import { mkdir, readdir, readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { writeWholeFile } from "@proofloop/foundation/files"
import { parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import type { Input, OptionSpec } from "../arguments/verb.ts"

type Options = Readonly<Record<string, OptionSpec>>

const askedSchema = z.record(z.string(), z.union([z.literal(true), z.array(z.string())]))

/** The flags of one call by their names; in place of a key or a token, only the variable that holds it. */
export type Asked = Readonly<z.infer<typeof askedSchema>>

export function askedOf(input: Input, options: Options): Asked {
  const asked: Record<string, true | string[]> = {}
  for (const [name, { type }] of Object.entries(options)) {
    const texts = type === "boolean" ? [] : [...input.texts(name)]
    if (type === "boolean" && input.flag(name)) asked[name] = true
    else if (texts.length > 0) asked[name] = texts
  }
  return asked
}

export function wordsOf(asked: Asked): readonly string[] {
  return Object.entries(asked).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : value.map((text) => `--${name}=${text}`),
  )
}

export function withAsked(input: Input, asked: Asked): Input {
  const kept = (name: string): readonly string[] => {
    const value = asked[name]
    return value === undefined || value === true ? [] : value
  }
  const isKept = (name: string): boolean => Object.hasOwn(asked, name) && !input.isArgument(name)
  return {
    ...input,
    text: (name) => (isKept(name) ? kept(name).at(-1) : input.text(name)),
    texts: (name) => (isKept(name) ? kept(name) : input.texts(name)),
    flag: (name) => (isKept(name) ? asked[name] === true : input.flag(name)),
  }
}

/** Keeps the flags of a run for a resume, which may come from another folder than `cwd`. */
export async function keepAsked(
  { state_dir, id, cwd }: { readonly state_dir: string; readonly id: string; readonly cwd: string },
  given: Asked,
): Promise<void> {
  const asked = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value === true || !PATHS.has(name) ? value : value.map((path) => absolute(path, cwd)),
    ]),
  )
  await mkdir(join(state_dir, "asked"), { recursive: true, mode: 0o700 })
  await writeWholeFile(pathOf(state_dir, id), `${JSON.stringify(asked, null, 2)}\n`, { mode: 0o600 })
}

/** Options that name a file or a folder. */
const PATHS: ReadonlySet<string> = new Set(["forge", "prompt-dir", "github-app-key", "github-remote"])

function absolute(path: string, cwd: string): string {
  return path === "" || URL.canParse(path) ? path : resolve(cwd, path)
}

/** The flags of a run; empty for one that began in another state folder. */
export async function readAsked(state_dir: string, id: string): Promise<Asked> {
  const text = await readFile(pathOf(state_dir, id), "utf8").catch(() => "{}")
  return askedSchema.safeParse(parsedJson(text)).data ?? {}
}

/** Whether the flags of any run of a state folder, or of the run with this id, are known. */
export async function hasAsked(state_dir: string, id?: string): Promise<boolean> {
  const names = await readdir(join(state_dir, "asked")).catch((): readonly string[] => [])
  return id === undefined ? names.length > 0 : names.includes(`${id}.json`)
}

function pathOf(state_dir: string, id: string): string {
  return join(state_dir, "asked", `${id}.json`)
}
