import { isRecord, readMember } from "@proofloop/foundation/text"
import type { Dialect } from "@proofloop/parsers"

export function dialectOf(declared: unknown): Dialect {
  if (typeof declared !== "string") return "2020-12"
  if (declared.includes("2020-12")) return "2020-12"
  return declared.includes("2019-09") ? "2019-09" : "older"
}

/** Most files of a folder that references may draw in. */
const MAX_SCHEMAS = 64

/** A schema with everything it refers to, so that nothing is fetched; a reference that leads nowhere accepts anything. */
export async function selfContained(
  name: string,
  schema: unknown,
  read: (name: string) => Promise<unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const originals = new Map<string, unknown>([[name, schema]])
  const queue = [name]
  for (let next = queue.shift(); next !== undefined && originals.size < MAX_SCHEMAS; next = queue.shift()) {
    for (const file of referencedFiles(originals.get(next))) {
      if (originals.has(file)) continue
      const found = await read(file)
      if (found === undefined) continue
      originals.set(file, found)
      queue.push(file)
    }
  }
  return new Map([...originals].map(([file, root]) => [file, rewrite(root, file, originals)]))
}

function referencedFiles(schema: unknown): ReadonlySet<string> {
  const files = new Set<string>()
  visit(schema, (node) => {
    const ref = readMember(node, "$ref")
    const file = typeof ref === "string" ? fileOf(ref) : ""
    if (file !== "") files.add(file)
  })
  return files
}

/** "" for a reference within the file. */
function fileOf(ref: string): string {
  const [address = ""] = ref.split("#")
  const last = address.split("/").at(-1) ?? ""
  return last === "" || last.endsWith(".json") ? last : `${last}.json`
}

function rewrite(root: unknown, file: string, originals: ReadonlyMap<string, unknown>): unknown {
  if (!isRecord(root)) return root
  const convert = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(convert)
    if (!isRecord(node)) return node
    const entries = Object.entries(node).flatMap(([key, value]) => {
      // Addresses of schemas would be resolved against each other.
      if ((key === "$id" || key === "id") && typeof value === "string" && !value.startsWith("#")) return []
      if (key === "$schema" && typeof value === "string") return []
      if (key !== "$ref" || typeof value !== "string") return [[key, convert(value)] as const]
      const target = targetOf(value, file, originals)
      return target === null ? [] : [["$ref", target] as const]
    })
    return modern(Object.fromEntries(entries))
  }
  return { ...(convert(root) as object), $id: file }
}

/** null: it leads nowhere. */
function targetOf(ref: string, file: string, originals: ReadonlyMap<string, unknown>): string | null {
  const target = fileOf(ref) || file
  const fragment = ref.includes("#") ? ref.slice(ref.indexOf("#") + 1) : ""
  const root = originals.get(target)
  if (root === undefined || !leadsTo(root, fragment)) return null
  return target === file ? `#${fragment}` : `${target}#${fragment}`
}

function leadsTo(root: unknown, fragment: string): boolean {
  if (fragment === "") return true
  if (!fragment.startsWith("/")) return hasAnchor(root, fragment)
  let value = root
  for (const part of fragment.split("/").slice(1)) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~")
    value = Array.isArray(value) ? (value as readonly unknown[])[Number(key)] : readMember(value, key)
    if (value === undefined) return false
  }
  return true
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function hasAnchor(root: unknown, name: string): boolean {
  let found = false
  visit(root, (node) => {
    found ||= readMember(node, "$anchor") === name
    found ||= readMember(node, "$dynamicAnchor") === name
    found ||= readMember(node, "$id") === `#${name}` || readMember(node, "id") === `#${name}`
  })
  return found
}

/** Draft 04 used `id`, and `exclusiveMinimum: true` made its limits strict. */
function modern(schema: Record<string, unknown>): Record<string, unknown> {
  const { exclusiveMinimum, exclusiveMaximum, id, ...rest } = schema
  return {
    ...rest,
    ...(typeof id === "string" && id.startsWith("#") ? { $id: id } : id === undefined ? {} : { id }),
    ...strictLimit("minimum", "exclusiveMinimum", exclusiveMinimum, rest),
    ...strictLimit("maximum", "exclusiveMaximum", exclusiveMaximum, rest),
  }
}

function strictLimit(
  limit: string,
  keyword: string,
  value: unknown,
  schema: Record<string, unknown>,
): Record<string, unknown> {
  if (value === true) return { [limit]: undefined, [keyword]: schema[limit] }
  return value === undefined || value === false ? {} : { [keyword]: value }
}

function visit(value: unknown, see: (node: unknown) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  else if (isRecord(value)) {
    see(value)
    for (const item of Object.values(value)) visit(item, see)
  }
}
