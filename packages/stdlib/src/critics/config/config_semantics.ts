import { resolve } from "node:path"
import { type FileChange, strictText } from "@proofloop/foundation/git"
import { isRecord, readMember } from "@proofloop/foundation/text"
import type { Position, YamlDocument } from "@proofloop/parsers"
import * as z from "zod"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { defineCritic } from "../critic.ts"
import { renameKey } from "../fixes/rename_key.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import { dottedPath } from "./document.ts"
import { type ConfigFile, configFileAt } from "./matchers.ts"
import { parseDocument } from "./parse_document.ts"
import { openSchemaFolder, type SchemaFolder } from "./schema_folder.ts"
import { schemaProblems, type SchemaProblem } from "./schema_problems.ts"
import { ownValidator } from "./schema_validator.ts"
import { missingReferences } from "./version_references.ts"

/** Stops configuration that parses but that its tool would refuse. @requirement critics.G10 */
export const configSemantics = defineCritic({
  id: "G10",
  title: "Config schema check",
  description:
    "Finds what ESLint, Prettier, npm, tsc, GitHub workflows, Dependabot, Cargo, build backends of Python, Composer and Gradle would refuse in a configuration file that parses.",
  scope: "file",
  default_in: { gate: true, check: true },
  input: z.object({
    /** A folder of JSON Schemas by name (`package.json`, `tsconfig.json`, `eslintrc.json`), used instead of our own. */
    schema_dir: z.string({ error: "the path of a folder" }).min(1, "the path of a folder").optional(),
  }),
  event: {
    type: "critic_schema_check.fail",
    fields: ({ violations: [first] }) => ({
      path: first?.path ?? "",
      error: (first?.message ?? "").slice(0, 300),
    }),
  },
  check_name: "Config schema check",
  advice: "Write the configuration as its tool documents it: right keys, right types. Change nothing else.",
  async check(change, facts, { schema_dir }) {
    const schemas =
      schema_dir === undefined ? null : await openSchemaFolder(resolve(facts.root ?? ".", schema_dir))
    const violations: Violation[] = []
    for (const file of change.files) violations.push(...(await judge(file, schemas)))
    return verdictOf(violations)
  },
})

async function judge(file: FileChange, schemas: SchemaFolder | null): Promise<readonly Violation[]> {
  const config = configFileAt(file.path)
  const text = strictText(file.after)
  if (config === null || text === null) return []
  const problems = await problemsOf(text, config, schemas)
  const old_text = problems.length === 0 ? null : strictText(file.before)
  const old = old_text === null ? [] : await problemsOf(old_text, config, schemas)
  const fresh = withoutOld(problems, old).toSorted(byPosition)
  return fresh.map(({ path, position, rule, message, near }) => {
    const evidence = dottedPath(path)
    const found = { path: file.path, ...position, rule, message: `${evidence}: ${message}.`, evidence }
    // An existing key would then come twice.
    const is_free = near !== undefined && !text.includes(near)
    const fix = is_free ? renameKey(text, position, String(path.at(-1)), near) : undefined
    return fix === undefined ? found : { ...found, fix }
  })
}

/** An empty file parses to null, and there is nothing to judge. */
async function problemsOf(
  text: string,
  { kind, format }: ConfigFile,
  schemas: SchemaFolder | null,
): Promise<readonly PlacedProblem[]> {
  const hosts = await schemas?.validator(kind)
  if (kind === "github-workflow" && !hosts) {
    const { parseYamlDocument } = await loadParsers()
    const document = await parseYamlDocument(text, "1.2")
    return document === null || document.data === null ? [] : workflowProblems(text, document)
  }
  const document = await parseDocument(text, format)
  if (document === null || document.data === null) return []
  const validate = hosts ?? (kind === "github-workflow" ? null : ownValidator(kind))
  const references = kind === "version-catalog" ? missingReferences(document.data) : []
  const problems = [...schemaProblems(document.data, validate?.(document.data) ?? []), ...references]
  return problems.map((problem) => ({ ...problem, position: document.locate(problem.path) }))
}

/** A problem that the file had before, at any place in its list, does not count against this change. */
function withoutOld(
  problems: readonly PlacedProblem[],
  old: readonly PlacedProblem[],
): readonly PlacedProblem[] {
  const counts = new Map<string, number>()
  for (const problem of old) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1)
  return problems.filter((problem) => {
    const left = counts.get(keyOf(problem)) ?? 0
    counts.set(keyOf(problem), left - 1)
    return left <= 0
  })
}

function byPosition(left: PlacedProblem, right: PlacedProblem): number {
  return left.position.line - right.position.line || left.position.column - right.position.column
}

function keyOf({ path, rule, message }: PlacedProblem): string {
  return JSON.stringify([path.map((part) => (typeof part === "number" ? 0 : part)), rule, message])
}

interface PlacedProblem extends SchemaProblem {
  readonly position: Position
}

/** What GitHub would refuse in a workflow: errors of its own parser, and numbers in place of commands. */
async function workflowProblems(text: string, document: YamlDocument): Promise<readonly PlacedProblem[]> {
  const { workflowErrors } = await loadParsers()
  const errors = await workflowErrors(text)
  if (errors === null) return []
  const told = errors.map(({ message, line, column }) => problemAt(document, { line, column }, message))
  return [...told, ...numberCommands(document)]
}

function problemAt(document: YamlDocument, position: Position, message: string): PlacedProblem {
  const path = document.pathAt(position)
  const of_table = /^(?:Required property|There's not enough info)/.test(message)
  const rule = ruleOf(message)
  // A problem of a table is shown at its first key.
  return { path: of_table ? path.slice(0, -1) : path, position, rule, message: sentence(message) }
}

function ruleOf(message: string): string {
  if (message.startsWith("Required property")) return "schema_required"
  if (message.startsWith("Unexpected value")) return "schema_unexpected"
  return "schema_workflow"
}

function sentence(message: string): string {
  return `${message.slice(0, 1).toLowerCase()}${message.slice(1)}`.replace(/\.$/, "")
}

/** GitHub accepts a number as a text, but a number is not a command (`run: 1`). */
function numberCommands(document: YamlDocument): readonly PlacedProblem[] {
  const jobs = readMember(document.data, "jobs")
  if (!isRecord(jobs)) return []
  return Object.entries(jobs).flatMap(([name, job]) => {
    const steps = readMember(job, "steps")
    if (!Array.isArray(steps)) return []
    return steps.flatMap((step: unknown, index) => {
      const run = readMember(step, "run")
      if (typeof run !== "number") return []
      const path = ["jobs", name, "steps", index, "run"]
      const message = `expected a command, got ${run}`
      return [{ path, position: document.locate(path), rule: "schema_type", message }]
    })
  })
}
