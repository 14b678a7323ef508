/** Size of the cache for one repository; what does not fit is read again. */
const MOST_BYTES = 64 * 2 ** 20

/** Remembers what was read under each name, within that size. */
export function cacheReads(
  read: (path: string) => Promise<Uint8Array | null>,
): (path: string) => Promise<Uint8Array | null> {
  const known = new Map<string, Promise<Uint8Array | null>>()
  let left = MOST_BYTES
  return (path) => {
    const there = known.get(path)
    if (there !== undefined) return there
    const content = read(path).then((bytes) => {
      left -= (bytes?.length ?? 0) + path.length
      if (left < 0) known.delete(path)
      return bytes
    })
    known.set(path, content)
    return content
  }
}
