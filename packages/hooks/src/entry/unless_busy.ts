const WORK = "__proofloop_work"

/** What `work` gives. Throws when its first step keeps the process busy for longer, which no timer could end. */
export function unlessBusy<Result>(milliseconds: number, work: () => Result): Result {
  const { Script } = process.getBuiltinModule("node:vm")
  // Only the run of a script has such a limit, and it sees no variable of ours.
  Reflect.set(globalThis, WORK, work)
  return new Script(`${WORK}()`).runInThisContext({ timeout: milliseconds }) as Result
}
