import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { InvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { packageFolder } from "@proofloop/foundation/files"
import type * as Yaml from "yaml"
import * as z from "zod"

/** A small change with a known verdict; a bad one has a seeded defect that one lens has to find. */
export interface SeededBuild {
  /** Name of the build, which its twin and the rows of an evaluation give. */
  readonly id: string
  readonly lens: string
  /** The right verdict: `bad` must be blocked. */
  readonly label: "good" | "bad"
  readonly twin?: string | undefined
  /** The defect; null in a good build. No verifier sees it. */
  readonly seeded: string | null
  /** Files with the defect, one of which the evidence has to name; empty in a good build. */
  readonly seeded_paths: readonly string[]
  /** Paths of the files that say what the change has to do. */
  readonly contract: readonly string[]
  readonly tests: readonly string[]
  /** The repository before the change: text by path. */
  readonly before: Readonly<Record<string, string>>
  /** What the change writes; null: a file it deletes. */
  readonly after: Readonly<Record<string, string | null>>
}

const path = z
  .string()
  .max(200)
  .refine((value) => /^[\w.-]+(?:\/[\w.-]+)*$/.test(value) && !value.split("/").some(isOutside), {
    error: "a relative path of plain names",
  })

const schema = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,79}$/),
    lens: z.string().min(1),
    label: z.enum(["good", "bad"]),
    twin: z.string().optional(),
    seeded: z.string().min(1).nullable(),
    seeded_paths: z.array(path),
    contract: z.array(path).min(1),
    tests: z.array(path),
    before: z.record(path, z.string()),
    after: z.record(path, z.string().nullable()),
  })
  .refine(({ label, seeded }) => (label === "bad") === (seeded !== null), {
    error: "a bad build says what is seeded, a good one does not",
  })

/**
 * Reads the `*.yaml` and `*.json` files of a folder, in the order of their names; default those of this package.
 * Rejects with InvalidOptionError that names the file for an invalid build and for a repeated id.
 */
export async function loadBuilds(folder?: string): Promise<readonly SeededBuild[]> {
  const from = folder ?? join(packageFolder("@proofloop/jobs", import.meta.url), "eval", "builds")
  const names = await readdir(from).catch(() => [])
  const files = names.filter((name) => /\.(?:ya?ml|json)$/.test(name)).toSorted()
  if (files.length === 0) {
    throw new InvalidOptionError({ option: "builds", expected: "a folder with *.yaml or *.json", got: from })
  }
  const builds: SeededBuild[] = []
  for (const name of files) {
    const build = readBuild(await parse(name, await readFile(join(from, name), "utf8")), name)
    if (builds.some(({ id }) => id === build.id)) {
      throw new InvalidOptionError({ option: name, expected: "an id of its own", got: build.id })
    }
    builds.push(build)
  }
  return builds
}

/** Throws InvalidOptionError naming `source` for an invalid build. */
export function readBuild(value: unknown, source: string): SeededBuild {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const expected = `a build: ${z.prettifyError(parsed.error).slice(0, 500)}`
  throw new InvalidOptionError({ option: source, expected, got: value })
}

async function parse(name: string, text: string): Promise<unknown> {
  try {
    if (name.endsWith(".json")) return JSON.parse(text)
    const { parse: parseYaml } = await loadYaml()
    return parseYaml(text, { maxAliasCount: 0 })
  } catch (error) {
    const why = thrownMessage(error).split("\n", 1)[0]
    throw new InvalidOptionError({ option: name, expected: `a build: ${why}`, got: text })
  }
}

function isOutside(name: string): boolean {
  return [".", "..", ".git", ".proofloop"].includes(name.toLowerCase())
}

/**
 * The package yaml is CommonJS and requires modules of Node.js, which esbuild cannot put into an ES module. The
 * specifier is not constant, so that no bundler follows it.
 */
async function loadYaml(): Promise<typeof Yaml> {
  const specifier = "yaml"
  const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
  return loaded as typeof Yaml
}
