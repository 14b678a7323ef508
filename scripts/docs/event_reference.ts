import { fileURLToPath } from "node:url"
import { generated, table } from "./markdown.ts"
import { type Field, type NamedType, readTypes } from "./type_source.ts"

const SOURCES = ["../../packages/runtime/src/errors", "../../packages/runtime/src/protocol"]

/** The page with every event of a run, its result, and the closed lists of words in both. */
export function eventReference(): string {
  const types = new Map(
    SOURCES.flatMap((folder) => [...readTypes(fileURLToPath(new URL(folder, import.meta.url)))]),
  )
  const find = (name: string): NamedType => {
    const type = types.get(name)
    if (type === undefined) throw new Error(`no type ${name} in ${SOURCES.join(", ")}`)
    return type
  }
  const [base, body, result] = ["EventBase", "EventBody", "RunResult"].map(find) as [
    NamedType,
    NamedType,
    NamedType,
  ]
  const events = body.members.map((member) => ({
    ...member,
    fields: [...member.fields, ...ofOmit(member.text, find)],
  }))
  const shown = [base, result, ...events.map(({ fields }) => ({ ...body, fields, members: [] }))]
  const used = usedTypes(shown, types)
  return `${generated("# Events and results", "packages/runtime/src/protocol/")}
\`run.events\` yields these, in order; \`run.result\` settles whether or not anyone reads them. A field with \`?\` may be absent.

## In every event

${fieldTable(base.fields)}

## Events

${events.map(eventSection).join("\n\n")}

## Result

${result.doc}

${fieldTable(result.fields)}

## Closed lists

The fields of the other types are in the declarations of \`@proofloop/runtime\`; an editor shows them.

${table(["type", "values", "meaning"], used.filter(isClosed).map(typeRow))}
`
}

function eventSection({ doc, fields }: NamedType["members"][number]): string {
  const type = fields.find(({ name }) => name === "type")?.type.replaceAll('"', "") ?? ""
  const others = fields.filter(({ name }) => name !== "type")
  const parts = [`### ${type}`, doc, others.length === 0 ? "No fields." : fieldTable(others)]
  return parts.filter((part) => part !== "").join("\n\n")
}

function isClosed({ fields, members }: NamedType): boolean {
  return fields.length === 0 && members.every((member) => /^"\w+"$/.test(member.text))
}

function typeRow({ name, doc, members }: NamedType): readonly string[] {
  return [code(name), members.map(({ text }) => code(text)).join(" "), doc]
}

function fieldTable(fields: readonly Field[]): string {
  const rows = fields.map(({ name, type, optional, doc }) => [
    code(`${name}${optional ? "?" : ""}`),
    code(type),
    doc,
  ])
  return rows.every(([, , doc]) => doc === "")
    ? table(
        ["field", "type"],
        rows.map((row) => row.slice(0, 2)),
      )
    : table(["field", "type", "meaning"], rows)
}

/** Fields of "Omit<Name, "field" | ...>". */
function ofOmit(text: string, find: (name: string) => NamedType): readonly Field[] {
  const [, name, omitted] = /^Omit<(\w+), (.+)>$/.exec(text) ?? []
  if (name === undefined || omitted === undefined) return []
  return find(name).fields.filter((field) => !omitted.includes(`"${field.name}"`))
}

/** Types that these mention, and those that these mention, in the order of the alphabet. */
function usedTypes(from: readonly NamedType[], types: ReadonlyMap<string, NamedType>): readonly NamedType[] {
  const found = new Map<string, NamedType>()
  const look = ({ fields, members, bases }: NamedType): void => {
    const texts = [...fields.map(({ type }) => type), ...bases]
    for (const member of members) texts.push(member.text, ...member.fields.map(({ type }) => type))
    for (const name of texts.flatMap((text) => text.match(/\b[A-Z]\w+/g) ?? [])) {
      const type = types.get(name)
      if (type === undefined || found.has(name)) continue
      found.set(name, type)
      look(type)
    }
  }
  from.forEach(look)
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function code(text: string): string {
  return `\`${text}\``
}
