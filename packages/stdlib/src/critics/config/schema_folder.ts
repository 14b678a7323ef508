import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { isRecord, readMember } from "@proofloop/foundation/text"
import type { Validate } from "@proofloop/parsers"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { UnableError } from "../../parsers/unable_error.ts"
import type { ConfigKind } from "./matchers.ts"
import { dialectOf, selfContained } from "./self_contained_schema.ts"

export interface SchemaFolder {
  readonly validator: (kind: ConfigKind) => Promise<Validate | null>
}

/** Possible file names of a kind's schema, SchemaStore's among them. */
const FILE_NAMES: Readonly<Record<ConfigKind, readonly string[]>> = {
  cargo: ["cargo.json", "Cargo.json", "Cargo.toml.json"],
  composer: ["composer.json", "composer-schema.json"],
  dependabot: ["dependabot.json", "dependabot-2.0.json", "dependabot.yml.json"],
  eslintrc: ["eslintrc.json", ".eslintrc.json"],
  "github-workflow": ["github-workflow.json"],
  package: ["package.json"],
  prettierrc: ["prettierrc.json", ".prettierrc.json"],
  pyproject: ["pyproject.json"],
  tsconfig: ["tsconfig.json"],
  "version-catalog": ["version-catalog.json"],
}

/** Compiling a schema takes longer than using it. */
const opened = new Map<string, Promise<SchemaFolder>>()

/** Opens a folder of JSON Schemas, each read once a process; nothing is fetched. Throws UnableError when it cannot be listed. */
export async function openSchemaFolder(folder: string): Promise<SchemaFolder> {
  const known = opened.get(folder)
  if (known !== undefined) return known
  const opening = readSchemaFolder(folder)
  if (opened.size < MAX_OPENED) opened.set(folder, opening)
  opening.catch(() => opened.delete(folder))
  return opening
}

const MAX_OPENED = 16

async function readSchemaFolder(folder: string): Promise<SchemaFolder> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new UnableError(`schema_dir ${folder} cannot be read: ${thrownMessage(error)}`)
  })
  const read = async (name: string) => {
    if (!names.includes(name)) return undefined
    const { parseJsonc } = await loadParsers()
    const parsed = await parseJsonc(await readFile(join(folder, name), "utf8"))
    if ("value" in parsed && (isRecord(parsed.value) || typeof parsed.value === "boolean"))
      return parsed.value
    throw new UnableError(`schema_dir: ${name} is not a JSON Schema`)
  }
  const validators = new Map<ConfigKind, Promise<Validate | null>>()
  return {
    validator(kind) {
      const known = validators.get(kind) ?? compile(FILE_NAMES[kind], read)
      validators.set(kind, known)
      return known
    },
  }
}

async function compile(
  names: readonly string[],
  read: (name: string) => Promise<unknown>,
): Promise<Validate | null> {
  for (const name of names) {
    const schema = await read(name)
    if (schema === undefined) continue
    const { compileSchemas } = await loadParsers()
    const validatorOf = await compileSchemas({
      dialect: dialectOf(readMember(schema, "$schema")),
      schemas: await selfContained(name, schema, read),
      // Many published patterns are invalid with the u flag.
      unicode_patterns: false,
    })
    try {
      return validatorOf(name)
    } catch (error) {
      throw new UnableError(`schema_dir: ${name} cannot be used: ${thrownMessage(error)}`, { cause: error })
    }
  }
  return null
}
