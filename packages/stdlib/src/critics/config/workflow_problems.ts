import { readFile } from "node:fs/promises"
import { loadPeer } from "../syntax/peer.ts"
import { isRecord, memberOf, type Position } from "./document.ts"
import type { SchemaProblem } from "./schema_problems.ts"
import type { YamlDocument } from "./yaml_document.ts"

/** A problem with the place GitHub's parser tells. */
export interface PlacedProblem extends SchemaProblem {
  readonly position: Position
}

type Parser = Awaited<ReturnType<typeof loadParser>>

const package_name = "@actions/workflow-parser"

let loaded: Promise<Parser> | undefined

/**
 * What GitHub would refuse in a workflow, told by its own parser: unknown and missing keys, values, expressions, cron lines,
 * `needs` that are no job. The package is an optional peer: throws an UnableError when it is missing.
 */
export async function workflowProblems(
  text: string,
  document: YamlDocument,
): Promise<readonly PlacedProblem[]> {
  loaded ??= loadPeer(package_name, loadParser)
  const parser = await loaded
  const context = parser.newContext()
  const file = context.getFileId("workflow")
  const reader = new parser.YamlObjectReader(file, text)
  if (reader.errors.length > 0) return []
  const template = parser.readTemplate(context, "workflow-root-strict", reader, file)
  if (context.errors.getErrors().length === 0 && template !== undefined) parser.convert(context, template)
  const told = context.errors.getErrors().map((error) => {
    const { line, column } = error.range?.start ?? { line: 1, column: 1 }
    return problemAt(document, { line, column }, error.rawMessage)
  })
  return [...told, ...numberCommands(document)]
}

/** The whole package cannot be imported: Node.js wants an attribute on its import of JSON. Its parts can. */
async function loadParser() {
  const [contexts, templates, json, schemas, traces, yaml, guards, events, jobs] = await Promise.all([
    import("@actions/workflow-parser/templates/template-context"),
    import("@actions/workflow-parser/templates/template-reader"),
    import("@actions/workflow-parser/templates/json-object-reader"),
    import("@actions/workflow-parser/templates/schema/index"),
    import("@actions/workflow-parser/templates/trace-writer"),
    import("@actions/workflow-parser/workflows/yaml-object-reader"),
    import("@actions/workflow-parser/templates/tokens/type-guards"),
    import("@actions/workflow-parser/model/converter/events"),
    import("@actions/workflow-parser/model/converter/jobs"),
  ])
  const grammar = new URL("workflow-v1.0.min.json", import.meta.resolve(package_name))
  const reader = new json.JSONObjectReader(undefined, await readFile(grammar, "utf8"))
  const schema = schemas.TemplateSchema.load(reader)
  type Context = InstanceType<typeof contexts.TemplateContext>
  type Token = NonNullable<ReturnType<typeof templates.readTemplate>>
  return {
    readTemplate: templates.readTemplate,
    YamlObjectReader: yaml.YamlObjectReader,
    newContext: () =>
      new contexts.TemplateContext(
        new contexts.TemplateValidationErrors(),
        schema,
        new traces.NoOperationTraceWriter(),
      ),
    /** What the grammar cannot say: cron lines, jobs that need each other. */
    convert(context: Context, template: Token) {
      if (!guards.isMapping(template)) return
      for (const { key, value } of template) {
        if (String(key) === "on") events.convertOn(context, value)
        if (String(key) === "jobs") jobs.convertJobs(context, value)
      }
    },
  }
}

function problemAt(document: YamlDocument, position: Position, message: string): PlacedProblem {
  const path = document.pathAt(position)
  const of_table = /^(?:Required property|There's not enough info)/.test(message)
  const rule = ruleOf(message)
  // What is said of a table stands at its first key.
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

/** GitHub takes a number for a text, but no number is a command (`run: 1`). */
function numberCommands(document: YamlDocument): readonly PlacedProblem[] {
  const jobs = memberOf(document.data, "jobs")
  if (!isRecord(jobs)) return []
  return Object.entries(jobs).flatMap(([name, job]) => {
    const steps = memberOf(job, "steps")
    if (!Array.isArray(steps)) return []
    return steps.flatMap((step: unknown, index) => {
      const run = memberOf(step, "run")
      if (typeof run !== "number") return []
      const path = ["jobs", name, "steps", index, "run"]
      const message = `expected a command, got ${run}`
      return [{ path, position: document.locate(path), rule: "schema_type", message }]
    })
  })
}
