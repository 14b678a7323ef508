import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Comment, parseSync, type Program } from "oxc-parser"

type Statement = Program["body"][number]
type Declaration = Extract<Statement, { type: "TSInterfaceDeclaration" | "TSTypeAliasDeclaration" }>
type Type = Extract<Declaration, { type: "TSTypeAliasDeclaration" }>["typeAnnotation"]
type Member = Extract<Declaration, { type: "TSInterfaceDeclaration" }>["body"]["body"][number]

/** One field of a record, as the source has it. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly optional: boolean
  readonly doc: string
}

/** One exported type of the sources: a record, or one of several. */
export interface NamedType {
  readonly name: string
  readonly doc: string
  /** Names of types it extends. */
  readonly bases: readonly string[]
  readonly fields: readonly Field[]
  /** Members of a union; a record among them has its fields. */
  readonly members: readonly {
    readonly text: string
    readonly doc: string
    readonly fields: readonly Field[]
  }[]
}

/** Every exported interface and type alias in the files of a folder. */
export function readTypes(folder: string): ReadonlyMap<string, NamedType> {
  const types = new Map<string, NamedType>()
  const files = readdirSync(folder).filter(
    (file) => file.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(file),
  )
  for (const file of files.toSorted()) {
    const source = readFileSync(join(folder, file), "utf8")
    for (const type of typesOf(file, source)) types.set(type.name, type)
  }
  return types
}

function typesOf(file: string, source: string): readonly NamedType[] {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? "does not parse"}`)
  return program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return []
    const { declaration } = statement
    if (declaration.type !== "TSInterfaceDeclaration" && declaration.type !== "TSTypeAliasDeclaration")
      return []
    return [new Reader(source, comments).read(declaration, statement.start)]
  })
}

class Reader {
  readonly #source: string
  readonly #comments: readonly Comment[]

  constructor(source: string, comments: readonly Comment[]) {
    this.#source = source
    this.#comments = comments
  }

  read(declaration: Declaration, start: number): NamedType {
    const named = { name: declaration.id.name, doc: this.#docBefore(start) }
    if (declaration.type === "TSInterfaceDeclaration") {
      const bases = declaration.extends.map(({ expression }) => this.#text(expression))
      return { ...named, bases, fields: this.#fields(declaration.body.body), members: [] }
    }
    const { typeAnnotation } = declaration
    if (typeAnnotation.type === "TSTypeLiteral") {
      return { ...named, bases: [], fields: this.#fields(typeAnnotation.members), members: [] }
    }
    const members = typeAnnotation.type === "TSUnionType" ? typeAnnotation.types : [typeAnnotation]
    return { ...named, bases: [], fields: [], members: members.map((member) => this.#member(member)) }
  }

  #member(type: Type): NamedType["members"][number] {
    const inner = type.type === "TSParenthesizedType" ? type.typeAnnotation : type
    const parts = inner.type === "TSIntersectionType" ? inner.types : [inner]
    const fields = parts.flatMap((part) => (part.type === "TSTypeLiteral" ? this.#fields(part.members) : []))
    const rest = parts.filter((part) => part.type !== "TSTypeLiteral").map((part) => this.#text(part))
    const inside = inner.type === "TSTypeLiteral" ? inner.members[0] : undefined
    const doc = this.#docBefore(type.start) || (inside === undefined ? "" : this.#docBefore(inside.start))
    return {
      text: rest.join(" & "),
      doc,
      fields: fields.map((field) => (field.doc === doc ? { ...field, doc: "" } : field)),
    }
  }

  #fields(members: readonly Member[]): readonly Field[] {
    return members.flatMap((member) => {
      if (member.type === "TSIndexSignature") {
        return [
          { name: "[key]", type: this.#text(member.typeAnnotation.typeAnnotation), optional: false, doc: "" },
        ]
      }
      if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier") return []
      const type =
        member.typeAnnotation === null ? "unknown" : this.#text(member.typeAnnotation.typeAnnotation)
      const { name } = member.key
      return [
        {
          name,
          type: type.replace(/ \| undefined$/, ""),
          optional: member.optional,
          doc: this.#docBefore(member.start),
        },
      ]
    })
  }

  /** The comment that ends right before a place, or before the `|` or `(` in front of it. */
  #docBefore(place: number): string {
    const before = this.#comments.findLast(
      ({ type, end }) => type === "Block" && end <= place && /^[\s|(]*$/.test(this.#source.slice(end, place)),
    )
    const lines = before?.value.replaceAll(/^\*|^\s*\* ?/gm, "") ?? ""
    // Requirements are cited for people who work on the code; the tag ends the comment.
    const [doc = ""] = lines.split("@requirement")
    return doc.replaceAll(/\s+/g, " ").trim()
  }

  #text({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.#source
      .slice(start, end)
      .replaceAll(/\/\*[^]*?\*\/\s*/g, "")
      .replaceAll(/(?<!\{)\n\s*(?=readonly )/g, "; ")
      .replaceAll(/\breadonly /g, "")
      .replaceAll(/\s*\| undefined\b/g, "")
      .replaceAll(/^\s*\|\s*/g, "")
      .replaceAll(/\s+/g, " ")
      .trim()
  }
}
