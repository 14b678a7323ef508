/** Tasks that take turns: each begins when the one before has settled. */
export interface Turns {
  take<Result>(task: () => Promise<Result>): Promise<Result>
}

export function inTurn(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    take(task) {
      const turn = last.then(task)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
