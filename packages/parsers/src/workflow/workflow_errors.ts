import { readFile } from "node:fs/promises"
import { loadPackage } from "../load_package.ts"
import type { SyntaxProblem } from "../parse_result.ts"
import { FIRST_POSITION } from "../position.ts"

/** Apart from the call that resolves it, which webpack would follow. */
const PARSER: string = "@actions/workflow-parser"

type Parser = Awaited<ReturnType<typeof loadParser>>

let loaded: Promise<Parser> | undefined

/** The errors that GitHub's own parser finds in a workflow, with places; null: the text is not YAML. */
export async function workflowErrors(text: string): Promise<readonly SyntaxProblem[] | null> {
  const parser = await (loaded ??= loadParser())
  const context = parser.newContext()
  const file = context.getFileId("workflow")
  const reader = new parser.YamlObjectReader(file, text)
  if (reader.errors.length > 0) return null
  const template = parser.readTemplate(context, "workflow-root-strict", reader, file)
  if (context.errors.getErrors().length === 0 && template !== undefined) parser.convert(context, template)
  return context.errors
    .getErrors()
    .filter(({ rawMessage }) => !OF_EXPRESSION.test(rawMessage))
    .map(({ range, rawMessage }) => {
      const { line, column } = range?.start ?? FIRST_POSITION
      return { message: rawMessage, line, column }
    })
}

/** Where the grammar allows an expression, such as `env: ${{ matrix.env }}`, the conversion takes only values. */
const OF_EXPRESSION = /^Unexpected type 'BasicExpressionToken' encountered/i

/** The whole package cannot be imported: Node.js wants an attribute on its import of JSON. Its parts can. */
async function loadParser() {
  const [contexts, templates, json, schemas, traces, yaml, guards, events, jobs] = await Promise.all([
    loadPackage("@actions/workflow-parser/templates/template-context"),
    loadPackage("@actions/workflow-parser/templates/template-reader"),
    loadPackage("@actions/workflow-parser/templates/json-object-reader"),
    loadPackage("@actions/workflow-parser/templates/schema/index"),
    loadPackage("@actions/workflow-parser/templates/trace-writer"),
    loadPackage("@actions/workflow-parser/workflows/yaml-object-reader"),
    loadPackage("@actions/workflow-parser/templates/tokens/type-guards"),
    loadPackage("@actions/workflow-parser/model/converter/events"),
    loadPackage("@actions/workflow-parser/model/converter/jobs"),
  ])
  const grammar = new URL("workflow-v1.0.min.json", import.meta.resolve(PARSER))
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
