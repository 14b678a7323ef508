/** What `action` makes of each item, in their order; at most `most` at a time, begun in their order. Rejects as the first action that does. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  action: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  async function work(): Promise<void> {
    for (const [index, item] of queue) results[index] = await action(item)
  }
  await Promise.all(Array.from({ length: Math.min(Math.max(1, most), items.length) }, work))
  return results
}
