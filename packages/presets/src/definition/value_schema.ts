import * as z from "zod"

/** A record of known names whose every value may be missing, undefined or null. Messages say what is expected. */
export function record<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
  expected = "a record",
) {
  type Layer = { [K in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[K]>> }
  const entries = Object.entries(shape).map(([name, schema]) => [name, schema.nullish()])
  return z.strictObject(Object.fromEntries(entries) as Layer, { error: expected })
}

export function flag() {
  return z.boolean({ error: "a boolean" })
}

export function text(expected = "a string") {
  return z.string({ error: expected })
}

export function list<Item extends z.ZodType>(item: Item, expected: string) {
  return z.array(item, { error: expected })
}

export function integer(minimum: number, expected = `an integer of at least ${minimum}`) {
  return z.int({ error: expected }).min(minimum, { error: expected })
}

export function positiveNumber() {
  return z.number({ error: "a number above 0" }).gt(0, { error: "a number above 0" })
}

export function functionOf<Type = (...input: never[]) => unknown>() {
  return z.custom<Type>((value) => typeof value === "function", { error: "a function" })
}

/** A host's object that is passed on as it is; it has the named methods. */
export function hostObject<Type = object>(expected: string, methods: readonly string[] = []) {
  const isObject = (value: unknown): boolean =>
    (typeof value === "function" || (typeof value === "object" && value !== null)) &&
    methods.every((name) => typeof Reflect.get(value, name) === "function")
  return z.custom<Type>(isObject, { error: expected })
}
