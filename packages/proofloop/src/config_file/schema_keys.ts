import * as z from "zod"

export interface SchemaKey {
  readonly path: string
  readonly doc: string
  readonly schema: z.ZodType
}

/** Every key of a configuration, depth first, without the branches that only hold others. */
export function keysOf(schema: z.ZodObject, above = ""): readonly SchemaKey[] {
  return Object.entries(schema.shape).flatMap(([name, value]): readonly SchemaKey[] => {
    const inner: unknown = value instanceof z.ZodOptional ? value.unwrap() : value
    if (inner instanceof z.ZodObject) return keysOf(inner, `${above}${name}.`)
    if (!(inner instanceof z.ZodType)) return []
    return [{ path: `${above}${name}`, doc: inner.description ?? "", schema: inner }]
  })
}
