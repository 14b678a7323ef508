import { expect, test } from "vitest"
import { onPostgres } from "../../../jobs/src/store/stores.fixture.ts"
import type { InboxEntry } from "../cockpit/sources/row_line.ts"
import type { RowView } from "../cockpit/sources/row_view.ts"
import type { RateGroup } from "../cockpit/sources/source.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { alarmed, awaitingApproval, rowsIn } from "./rows_by_pipeline.fixture.ts"
import { act, getJson, startUi, TOKEN } from "./ui.fixture.ts"

interface Overview {
  readonly inbox: { readonly entries: readonly InboxEntry[] }
}

onPostgres((make) => {
  test("the cockpit shows the runs of a store on a server, and its actions are kept there", async () => {
    const folder = await emptyFolder()
    const { path } = await make()
    const rows = await rowsIn(folder, path)
    await alarmed(rows, "run-alarm", "billing")
    await awaitingApproval(rows, "run-plan", "shop")
    const env = { PROOFLOOP_UI_TOKEN: TOKEN }
    const ui = await startUi(["--state", rows.state_dir, "--store", path], { cwd: folder, env })
    const { inbox } = await getJson<Overview>(ui.url, "/api/overview")
    expect(inbox.entries.map(({ row_id }) => row_id)).toEqual(["run-alarm", "run-plan"])
    const view = await getJson<RowView>(ui.url, "/api/rows/pipeline/run-alarm")
    const close = view.actions.find(({ name }) => name === "cancel")
    const closed = { action: "cancel", seen: close?.seen, words: "the check was at fault" }
    expect((await act(ui.url, "pipeline/run-alarm", closed)).answer.done).toBe("run-alarm is done")
    // What somebody saw before is no longer so.
    expect((await act(ui.url, "pipeline/run-alarm", closed)).status).toBe(409)
    expect((await rows.store.get("run-alarm"))?.state).toBe("done")
    const plan = await getJson<RowView>(ui.url, "/api/rows/pipeline/run-plan")
    const approve = plan.actions.find(({ name }) => name === "approve")
    const approved = await act(ui.url, "pipeline/run-plan", { action: "approve", seen: approve?.seen })
    expect(approved).toMatchObject({ status: 200 })
    expect(await getJson<{ groups: readonly RateGroup[] }>(ui.url, "/api/rates")).toMatchObject({
      groups: expect.arrayContaining([expect.objectContaining({ by: "repository", false_alarms: 1 })]),
    })
    expect(`${ui.said.stdout}${ui.said.stderr}`).not.toContain("sesame")
    await rows.store.close()
  })
})
