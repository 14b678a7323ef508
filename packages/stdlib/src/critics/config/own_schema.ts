import { isRecord } from "@proofloop/foundation/text"
import type { SchemaError } from "@proofloop/parsers"
import type { Schema } from "./schemas/schema.ts"
import { slippedKeys } from "./slipped_keys.ts"

/** A schema applied to data, with both places as JSON pointers. */
interface Site {
  readonly schema: Schema
  readonly data: unknown
  readonly at: string
  readonly of: string
  readonly schemas: Readonly<Record<string, Schema>>
}

/** What of a schema's keyword the data breaks. */
type Keyword = (value: unknown, site: Site) => readonly SchemaError[]

/**
 * What is wrong with data by a schema of our own, as ajv would tell it. Only keywords that our schemas use are known; compiling
 * them with ajv takes longer than all else in a check. Throws Error for any other.
 */
export function schemaErrors(site: Site): readonly SchemaError[] {
  return Object.entries(site.schema).flatMap(([keyword, value]) => {
    const apply = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined
    if (apply === undefined) throw new Error(`${site.of}: the keyword ${keyword} is not known here`)
    return apply(value, site)
  })
}

const keywords: Readonly<Record<string, Keyword>> = {
  description: () => [],
  type: (value, site) =>
    [value].flat().some((type) => hasType(site.data, type))
      ? []
      : [errorOf(site, "type", value, { type: value })],
  enum: (value, site) => (list(value).includes(site.data) ? [] : [errorOf(site, "enum", value)]),
  const: (value, site) => (value === site.data ? [] : [errorOf(site, "const", value)]),
  choice: (value, site) =>
    list(value).includes(typeof site.data === "string" ? site.data.toLowerCase() : site.data)
      ? []
      : [errorOf(site, "choice", value)],
  pattern: (value, site) =>
    typeof site.data !== "string" || new RegExp(String(value), "u").test(site.data)
      ? []
      : [errorOf(site, "pattern", value)],
  minimum: (value, site) =>
    (typeof site.data === "number" || typeof site.data === "bigint") && site.data < Number(value)
      ? [errorOf(site, "minimum", value)]
      : [],
  minItems: (value, site) =>
    Array.isArray(site.data) && site.data.length < Number(value) ? [errorOf(site, "minItems", value)] : [],
  required: (value, site) => {
    const { data } = site
    if (!isRecord(data)) return []
    const missing = list(value).filter((key) => !Object.hasOwn(data, String(key)))
    return missing.map((key) => errorOf(site, "required", value, { missingProperty: key }))
  },
  slips: (value, site) => (slippedKeys(site.data, value).length === 0 ? [] : [errorOf(site, "slips", value)]),
  properties: (value, site) => {
    const { data } = site
    if (!isRecord(data) || !isRecord(value)) return []
    return Object.entries(value).flatMap(([key, schema]) =>
      Object.hasOwn(data, key)
        ? below(site, schema, { data: data[key], key, keyword: `properties/${pointer(key)}` })
        : [],
    )
  },
  additionalProperties: (value, site) => {
    const { data, schema } = site
    if (!isRecord(data)) return []
    const known = Object.keys(Object(schema["properties"]) as object)
    const others = Object.keys(data).filter((key) => !known.includes(key))
    return others.flatMap((key) =>
      value === false
        ? [errorOf(site, "additionalProperties", value, { additionalProperty: key })]
        : below(site, value, { data: data[key], key, keyword: "additionalProperties" }),
    )
  },
  prefixItems: (value, site) =>
    list(value).flatMap((schema, index) =>
      Array.isArray(site.data) && index < site.data.length
        ? below(site, schema, { data: site.data[index], key: String(index), keyword: `prefixItems/${index}` })
        : [],
    ),
  items: (value, site) => {
    const first = list(site.schema["prefixItems"]).length
    return list(site.data).flatMap((item, index) =>
      index < first ? [] : below(site, value, { data: item, key: String(index), keyword: "items" }),
    )
  },
  anyOf: (value, site) => {
    const { data, at, of, schemas } = site
    const branches = list(value).map((schema, index) =>
      schemaErrors({ schema: schema as Schema, data, at, of: `${of}/anyOf/${index}`, schemas }),
    )
    return branches.some((errors) => errors.length === 0)
      ? []
      : [...branches.flat(), errorOf(site, "anyOf", value)]
  },
  $ref: (value, { data, at, of, schemas }) => {
    const schema = schemas[String(value)]
    if (schema === undefined) throw new Error(`${of}: there is no schema ${String(value)}`)
    return schemaErrors({ schema, data, at, of: `${of}/$ref`, schemas })
  },
}

function below(
  { at, of, schemas }: Site,
  schema: unknown,
  { data, key, keyword }: { readonly data: unknown; readonly key: string; readonly keyword: string },
): readonly SchemaError[] {
  if (!isRecord(schema)) return []
  return schemaErrors({ schema, data, at: `${at}/${pointer(key)}`, of: `${of}/${keyword}`, schemas })
}

function errorOf(
  { schema, data, at, of }: Site,
  keyword: string,
  value: unknown,
  params: SchemaError["params"] = {},
): SchemaError {
  return {
    keyword,
    instancePath: at,
    schemaPath: `${of}/${keyword}`,
    params,
    schema: value,
    parentSchema: schema,
    data,
  }
}

function hasType(data: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return data === null
    case "array":
      return Array.isArray(data)
    case "object":
      return isRecord(data)
    case "number":
      return typeof data === "number" || typeof data === "bigint"
    case "integer":
      return typeof data === "bigint" || Number.isInteger(data)
    default:
      return typeof data === type
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function pointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1")
}
