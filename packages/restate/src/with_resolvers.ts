/** A promise with the functions that settle it. */
export interface Resolvers<Value> {
  readonly promise: Promise<Value>
  readonly resolve: (value: Value | PromiseLike<Value>) => void
  readonly reject: (reason?: unknown) => void
}

/** `Promise.withResolvers`, which Node has had since version 22. */
export function withResolvers<Value>(): Resolvers<Value> {
  let resolve: Resolvers<Value>["resolve"] = () => undefined
  let reject: Resolvers<Value>["reject"] = () => undefined
  const promise = new Promise<Value>((resolved, rejected) => {
    resolve = resolved
    reject = rejected
  })
  return { promise, resolve, reject }
}

/** Adds it where it is missing: the SDK calls it. */
export function ensureWithResolvers(
  constructor: { withResolvers?: <Value>() => Resolvers<Value> } = Promise as object,
): void {
  constructor.withResolvers ??= withResolvers
}
