/** Recorded outcomes are delivered in their original order, also among neighbours that ran at once. */
export interface Delivery {
  turnOf(index: number): Promise<void>
  isOver(): Promise<void>
}

export function createDelivery(): Delivery {
  const waiting: { readonly index: number; readonly resolve: () => void }[] = []
  const next = (): void => {
    waiting.sort((one, other) => one.index - other.index)
    waiting.shift()?.resolve()
    if (waiting.length > 0) setImmediate(next)
  }
  return {
    turnOf: (index) =>
      new Promise((resolve) => {
        waiting.push({ index, resolve })
        if (waiting.length === 1) setImmediate(next)
      }),
    async isOver() {
      while (waiting.length > 0) await new Promise(setImmediate)
    },
  }
}
