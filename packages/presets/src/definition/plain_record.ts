import { isRecord } from "@proofloop/foundation/text"

/** Options whose value is a host's own object: passed on as it is, never copied, merged or frozen. */
const HOST_OBJECTS: ReadonlySet<string> = new Set(["clock", "model"])

/** Whether the option called `name` is a record whose entries are options themselves. */
export function isOptionRecord(name: string, value: unknown): value is Readonly<Record<string, unknown>> {
  return !HOST_OBJECTS.has(name) && isRecord(value)
}

/** A copy whose records and lists are frozen, all the way down. */
export function frozenCopy<T>(value: T): T {
  return copy("", value, Object.freeze) as T
}

function copy(name: string, value: unknown, finish: (value: object) => object): unknown {
  if (Array.isArray(value)) return finish(value.map((item) => copy("", item, finish)))
  if (!isOptionRecord(name, value)) return value
  return finish(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(key, item, finish)])),
  )
}
