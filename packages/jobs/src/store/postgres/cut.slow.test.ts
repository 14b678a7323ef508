import { expect, it } from "vitest"
import { orderKind } from "../../orders_kind.fixture.ts"
import { openJobStore } from "../open_store.ts"
import { onPostgres } from "../stores.fixture.ts"
import { type Cut, cuttingWay } from "./cutting.fixture.ts"

onPostgres((make) => {
  it.each(["unheard", "unanswered"] as const)(
    "a connection that is cut at any message, which stays %s, loses and doubles nothing",
    async (how: Cut) => {
      const { path } = await make()
      const way = await cuttingWay(path)
      const store = await openJobStore(way.path, orderKind)
      let rows = 0
      for (let at = 0, has_cut = true; has_cut; at += 1) {
        const id = `or-${at}`
        let messages = 0
        way.cut(how, () => messages++ === at)
        await store.add({ id, what: "a chair" })
        expect(await store.claim(["new"])).toMatchObject({ id })
        expect(await store.change(id, { to: "packed", note: {} })).toMatchObject({ revision: 1 })
        await store.requestApproval(id, 0, "May I?")
        await store.release(id)
        expect((await store.notes(id)).map(({ seq }) => seq)).toEqual([1, 2, 3])
        rows += 1
        has_cut = way.hasCut()
      }
      expect(rows).toBeGreaterThan(30)
      expect(await store.check()).toEqual({ rows, notes: 3 * rows })
      await store.close()
      await way.close()
    },
  )
})
