import { readField } from "../evidence/read_field.ts"

/** A type and its check in one: `Shape<T>` tests values that a host may have read back from a file. */
export type Shape<T> = (value: unknown) => value is T

/** The type a shape stands for. */
export type ShapeOf<S> = S extends Shape<infer T> ? T : never

/** Longer lists than any state has. */
const MAX_LIST = 1000

export const text: Shape<string> = (value) => typeof value === "string"
export const number: Shape<number> = (value): value is number => Number.isFinite(value)
export const flag: Shape<boolean> = (value) => typeof value === "boolean"

export function oneOf<const T extends string | number | boolean>(...values: readonly T[]): Shape<T> {
  return (value): value is T => values.some((known) => known === value)
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value): value is T | null => value === null || shape(value)
}

export function either<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return (value): value is A | B => one(value) || other(value)
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= MAX_LIST && value.every(shape)
}

/** Any values by name; others check them. */
export const things: Shape<Readonly<Record<string, unknown>>> = (
  value,
): value is Readonly<Record<string, unknown>> => isObject(value)

/** Numbers by name, each name at most once. */
export function counts<K extends string>(): Shape<Readonly<Partial<Record<K, number>>>> {
  return (value): value is Readonly<Partial<Record<K, number>>> =>
    isObject(value) && Object.values(value).every(number)
}

type Fields = Readonly<Record<string, Shape<unknown>>>

/** A record that has these fields; other fields are ignored. */
export function record<F extends Fields>(
  fields: F,
): Shape<{ readonly [K in keyof F]: ShapeOf<F[K]> }> & { readonly fields: F } {
  const check = (value: unknown): value is { readonly [K in keyof F]: ShapeOf<F[K]> } =>
    isObject(value) && Object.entries(fields).every(([name, shape]) => shape(readField(value, name)))
  return Object.assign(check, { fields })
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
