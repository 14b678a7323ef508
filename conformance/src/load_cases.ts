import { readdir, readFile } from "node:fs/promises"
import { join, posix, relative, sep } from "node:path"
import { packageFolder } from "@proofloop/foundation/files"
import { isRecord } from "@proofloop/foundation/text"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { type Case, type Suite, suiteOf } from "./case.ts"
import { loadYaml } from "./load_yaml.ts"

/** The folder of a suite's cases in this package. Default the promises. */
export function casesDirectory(suite: Suite = "promises"): string {
  return join(packageFolder("@proofloop/conformance", import.meta.url), FOLDERS[suite])
}

const FOLDERS: Readonly<Record<Suite, string>> = {
  promises: "cases",
  golden: "golden",
  forged: "forged/cases",
}

/**
 * Reads every case below a folder, by default the promises, in the order of the files. A filter keeps those that have it
 * in their id or requirement. Throws, naming the case, for an invalid one, which spoils the suite. Reads a folder once a
 * process.
 */
export async function loadCases(
  directory: string = casesDirectory(),
  filter?: string,
): Promise<readonly Case[]> {
  const key = `${directory}\0${filter ?? ""}`
  const known = loaded.get(key)
  if (known !== undefined) return known
  const loading = readCases(directory, filter)
  loaded.set(key, loading)
  loading.catch(() => loaded.delete(key))
  return loading
}

const loaded = new Map<string, Promise<readonly Case[]>>()

async function readCases(directory: string, filter: string | undefined): Promise<readonly Case[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".yaml"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (files.length === 0) throw new Error(`no cases (*.yaml) in ${directory}`)
  const cases = await Promise.all(files.map((file) => readFileCases(file, directory, filter)))
  return cases
    .flat()
    .flatMap(inEachColumn)
    .filter(({ id, requirement }) => filter === undefined || `${id}\n${requirement}`.includes(filter))
}

/** A case for both columns of the knob table is two cases; the second carries the column in its id. */
function inEachColumn(played: Case): readonly Case[] {
  if (played.options.column !== "both") return [played]
  const [base, recommended] = (["base", "recommended"] as const).map((column) => ({
    ...played,
    options: { ...played.options, column },
  }))
  return base && recommended ? [base, { ...recommended, id: `${played.id}@recommended` }] : []
}

/**
 * The case of a file, or those below its `cases`, which share what stands beside them. None where the filter surely fits
 * none of them: reading YAML takes most of the time.
 */
async function readFileCases(
  file: string,
  directory: string,
  filter: string | undefined,
): Promise<readonly Case[]> {
  const id = relative(directory, file).split(sep).join("/").slice(0, -".yaml".length)
  const text = await readFile(file, "utf8")
  if (filter !== undefined && !mayHave(id, text, filter)) return []
  const { parse } = await loadYaml()
  const content: unknown = parse(text)
  if (!isRecord(content) || content["cases"] === undefined) return [await readCase(id, content)]
  const { cases, ...shared } = content
  if (!isRecord(cases)) throw new Error(`${id}.yaml: "cases" is not a map of cases by name`)
  return Promise.all(
    Object.entries(cases).map(([name, one]) =>
      readCase(`${id}/${name}`, isRecord(one) ? { ...shared, ...one } : one),
    ),
  )
}

function mayHave(id: string, text: string, filter: string): boolean {
  const names = [...text.matchAll(/^[ \t]{1,20}([\w-]{1,200}):/gm)].map(([, name = ""]) => `${id}/${name}`)
  return [id, ...names].some((one) => `${one}@recommended`.includes(filter)) || text.includes(filter)
}

async function readCase(id: string, content: unknown): Promise<Case> {
  const suite = isRecord(content) ? suiteOf(content as unknown as Case) : "promises"
  const validate = await (validators[suite] ??= validatorOf(SCHEMAS[suite]))
  if (!validate(content) || !isRecord(content)) {
    const problems = (validate.errors ?? []).map((error) => {
      const detail = Object.values(error.params).filter((value) => typeof value === "string")
      return `${error.instancePath || "/"} ${error.message ?? ""} ${detail.join(", ")}`.trim()
    })
    throw new Error(`${id} is not a case: ${[...new Set(problems)].join("; ")}`)
  }
  const { twin_of } = content
  const twin =
    typeof twin_of === "string" && !twin_of.includes("/") ? posix.join(posix.dirname(id), twin_of) : twin_of
  return {
    kind: "detector",
    options: {},
    tools: {},
    script: [],
    ...content,
    id,
    ...(twin === undefined ? {} : { twin_of: twin }),
  } as unknown as Case
}

const SCHEMAS: Readonly<Record<Suite, string>> = {
  promises: "case.schema.json",
  golden: "golden.schema.json",
  forged: "forged.schema.json",
}

const validators: Partial<Record<Suite, Promise<ValidateFunction>>> = {}

async function validatorOf(name: string): Promise<ValidateFunction> {
  const file = join(packageFolder("@proofloop/conformance", import.meta.url), name)
  const schema: unknown = JSON.parse(await readFile(file, "utf8"))
  if (!isRecord(schema)) throw new Error(`${name} is not a schema`)
  return new Ajv2020({ allowUnionTypes: true }).compile(schema)
}
