import { mayHaveStore } from "../jobs/store_place.ts"

export interface OpenedStore<Store> {
  /** null: its file is missing so far. */
  get(): Promise<Store | null>
  close(): Promise<void>
}

/** Opens a store as soon as its file is there, and once. */
export function openedStore<Store extends { close(): Promise<void> }>(
  path: string,
  open: (path: string) => Promise<Store>,
): OpenedStore<Store> {
  let opening: Promise<Store> | null = null
  return {
    async get() {
      if (opening !== null) return opening
      if (!mayHaveStore(path)) return null
      opening = open(path)
      try {
        return await opening
      } catch (error) {
        opening = null
        throw error
      }
    },
    async close() {
      const store = await opening?.catch(() => null)
      await store?.close()
    },
  }
}
