/** Gives a slot back; a second call does nothing. */
export type GiveBack = () => void

/** A number of slots. Resolves once one is free, in the order of the requests. Rejects with the signal's reason. */
export function slots(count: number): (signal: AbortSignal) => Promise<GiveBack> {
  let free = count
  const waiting: (() => void)[] = []
  const taken = (): GiveBack => {
    let is_given_back = false
    return () => {
      if (is_given_back) return
      is_given_back = true
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
  return async (signal) => {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return taken()
    }
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        waiting.splice(waiting.indexOf(take), 1)
        reject(signal.reason as Error)
      }
      const take = (): void => {
        signal.removeEventListener("abort", refuse)
        resolve(taken())
      }
      waiting.push(take)
      signal.addEventListener("abort", refuse, { once: true })
    })
  }
}
