import type { Comment } from "oxc-parser"

/** A node of a parsed file, with whatever it has. */
export type AnyNode = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly start: number
  readonly end: number
}

export function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
}

const MEMBERS: ReadonlySet<string> = new Set([
  "TSPropertySignature",
  "TSMethodSignature",
  "PropertyDefinition",
  "MethodDefinition",
])

/** Types of the language that choose among the members of another type. */
const CONDITIONS: ReadonlySet<string> = new Set(["Extract", "Exclude"])

/**
 * The fields and methods of a declaration that have no sentence right before them, as paths: "work.branch". Parameters
 * that are object types count. A tag, whose type is one text, says itself what it is. What a constructor takes stands
 * at the fields of its class. A type parameter or a condition offers nothing.
 */
export function silentFields(declaration: unknown, source: string, comments: readonly Comment[]): string[] {
  const silent: string[] = []
  const isTold = (member: AnyNode): boolean =>
    comments.some(
      ({ value, start, end }) =>
        value.startsWith("*") && start < member.start && source.slice(end, member.start).trim() === "",
    )
  const visit = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, path))
    if (!isNode(value) || value.type === "TSTypeParameter" || value["kind"] === "constructor") return
    if (isNode(value["typeName"]) && CONDITIONS.has(String(value["typeName"]["name"]))) return
    const { key } = value
    const is_member = MEMBERS.has(value.type) && isNode(key)
    if (is_member && (value["accessibility"] === "private" || key.type === "PrivateIdentifier")) return
    const inside = is_member ? [...path, source.slice(key.start, key.end)] : path
    if (is_member && !isTag(value) && !isTold(value)) silent.push(inside.join("."))
    for (const [name, child] of Object.entries(value)) if (name !== "extendsType") visit(child, inside)
  }
  visit(declaration, [])
  return silent
}

/** `readonly type: "run"`, or `readonly code = "io"`: it says all there is. */
function isTag({ typeAnnotation, value }: AnyNode): boolean {
  const type = isNode(typeAnnotation) ? typeAnnotation["typeAnnotation"] : undefined
  const literal = isNode(type) && type.type === "TSLiteralType" ? type["literal"] : value
  return isNode(literal) && typeof literal["value"] === "string"
}

/** The constants whose fields become fields of a type: `typeof shape`, unless only its keys are asked for. */
export function derivedFrom(declaration: unknown): string[] {
  const names: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value) || (value.type === "TSTypeOperator" && value["operator"] === "keyof")) return
    const { exprName } = value
    if (isNode(exprName) && typeof exprName["name"] === "string") names.push(exprName["name"])
    Object.values(value).forEach(visit)
  }
  visit(declaration)
  return names
}
