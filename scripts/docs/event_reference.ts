import { readFile } from "node:fs/promises"
import { parseSync } from "oxc-parser"

interface Field {
  readonly name: string
  readonly optional: boolean
  readonly type: string
  readonly doc: string
}

const file = new URL("../../packages/runtime/src/protocol/event.ts", import.meta.url)

/** `docs/events.md`: every event with its fields, read from the type that the loop publishes. */
export async function eventReference(): Promise<string> {
  const source = await readFile(file, "utf8")
  const { program, comments } = parseSync("event.ts", source)
  const docBefore = (start: number): string => {
    const comment = comments.findLast(({ end }) => end <= start && source.slice(end, start).trim() === "")
    return comment === undefined
      ? ""
      : comment.value
          .replaceAll(/^\s*\*+ ?/gmu, "")
          .trim()
          .replaceAll(/\s+/gu, " ")
  }
  const fieldsOf = (members: readonly unknown[]): Field[] =>
    members.map((member) => fieldOf(member, source, docBefore))
  const declarations = program.body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" && statement.declaration ? [statement.declaration] : [],
  )
  const base = declarations.find(
    (declaration) => declaration.type === "TSInterfaceDeclaration" && declaration.id.name === "EventBase",
  )
  const body = declarations.find(
    (declaration) => declaration.type === "TSTypeAliasDeclaration" && declaration.id.name === "EventBody",
  )
  if (base?.type !== "TSInterfaceDeclaration" || body?.type !== "TSTypeAliasDeclaration") {
    throw new Error("protocol/event.ts has no EventBase or EventBody")
  }
  if (body.typeAnnotation.type !== "TSUnionType") throw new Error("EventBody is no union")
  const sections = body.typeAnnotation.types.map((member) => {
    const [literal, extra] = literalOf(member, source)
    const fields = fieldsOf(literal.members)
    const name = fields.find((field) => field.name === "type")?.type.replaceAll('"', "") ?? ""
    const doc = docBefore(literal.members[0]?.start ?? literal.start) || docBefore(literal.start)
    const rows = fields.filter((field) => field.name !== "type")
    return `## \`${name}\`\n\n${doc === "" ? "" : `${doc}\n\n`}${extra}${table(rows)}`
  })
  return `# Events

Generated from \`packages/runtime/src/protocol/event.ts\` by \`npm run docs\`.

\`run.events\` yields them in order. Every start has its end, also on abort. Events carry digests and counts; fields marked *content* are there only
with \`event_content: true\`, and never in a trace file. Results are described by \`RunResult\` (\`packages/runtime/src/protocol/result.ts\`).

In every event:

${table(fieldsOf(base.body.body))}
${sections.join("\n")}`
}

const content = new Set(["text", "tool_calls", "arguments", "output"])

function table(fields: readonly Field[]): string {
  if (fields.length === 0) return "No further fields.\n"
  const rows = fields.map(({ name, optional, type, doc }) => {
    const note = [doc, content.has(name) && optional ? "*content*" : ""]
      .filter((part) => part !== "")
      .join(" ")
    return `| \`${name}\`${optional ? "?" : ""} | \`${type.replaceAll("|", "\\|")}\` | ${note} |`
  })
  return `| field | type | |\n|---|---|---|\n${rows.join("\n")}\n`
}

interface Literal {
  readonly start: number
  readonly members: readonly { readonly start: number }[]
}

/** The literal of a union member; of an intersection, also what it is joined with. */
function literalOf(member: unknown, source: string): readonly [Literal, string] {
  const node = member as {
    type: string
    start: number
    end: number
    types?: unknown[]
    typeAnnotation?: unknown
  }
  if (node.type === "TSTypeLiteral") return [node as unknown as Literal, ""]
  if (node.type === "TSParenthesizedType") return literalOf(node.typeAnnotation, source)
  if (node.type === "TSIntersectionType") {
    const [first, ...others] = node.types ?? []
    const joined = others.map((other) => {
      const { start, end } = other as { start: number; end: number }
      return `\`${source.slice(start, end)}\``
    })
    return [literalOf(first, source)[0], `The fields of ${joined.join(", ")}.\n\n`]
  }
  throw new Error(`protocol/event.ts: a member of EventBody is a ${node.type}`)
}

function fieldOf(member: unknown, source: string, docBefore: (start: number) => string): Field {
  const node = member as {
    start: number
    optional?: boolean
    key: { name: string }
    typeAnnotation: { typeAnnotation: { start: number; end: number } }
  }
  const { start, end } = node.typeAnnotation.typeAnnotation
  const type = source
    .slice(start, end)
    .replaceAll(/\s+/gu, " ")
    .replaceAll("readonly ", "")
    .replaceAll(" | undefined", "")
  return {
    name: node.key.name,
    optional: node.optional === true,
    type: type.replace(/^\| /u, ""),
    doc: docBefore(node.start),
  }
}
