import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { JsonObject } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { openVerdictLedger } from "../ledger/ledger.ts"
import { runVerifiers } from "./run_verifiers.ts"
import { changedShop, submit, verifiersThat } from "./verifier.fixture.ts"

const LENSES = ["wiring", "concurrency-security", "contract-conformance"]

describe("a lens without a verdict", () => {
  it("is left out with its reason; the others stand", async () => {
    const events: JsonObject[] = []
    const { model } = verifiersThat((lens) => {
      if (lens === "wiring")
        return { throws: { kind: "authentication", message: "no key sk-abcdefghijklmnop1234" } }
      return lens === "contract-conformance" ? { text: "It is fine." } : submit("risk")
    })
    const run = await runVerifiers({
      ...(await changedShop()),
      model,
      max_iterations: 3,
      on_event: (event) => {
        events.push(event)
        throw new Error("a listener that fails")
      },
    })
    expect(run.verdicts.map(({ lens }) => lens)).toEqual(["concurrency-security"])
    expect(run.sessions.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("no key [redacted]"),
      null,
      "it gave no verdict within 3 turns",
    ])
    expect(events.map(({ type, lens }) => JSON.stringify([type, lens])).toSorted()).toEqual([
      '["verifier.failed","contract-conformance"]',
      '["verifier.failed","wiring"]',
      ...LENSES.map((lens) => `["verifier.started","${lens}"]`).toSorted(),
      '["verifier.submitted","concurrency-security"]',
    ])
    expect(JSON.stringify(events)).not.toContain("sk-abc")
  })

  it("took too long, or was aborted", async () => {
    const model = Object.assign(
      async (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
        await wait(60_000, undefined, { signal })
        throw new Error("not reached")
      },
      { model_name: "slow" },
    )
    const shop = await changedShop()
    const slow = await runVerifiers({ ...shop, model, timeout_ms: 50, only: ["wiring"] })
    expect(slow.sessions[0]?.reason).toBe("it gave no verdict within 50 ms")
    const controller = new AbortController()
    const run = runVerifiers({ ...shop, model }, controller.signal)
    setTimeout(() => controller.abort(), 50)
    expect((await run).sessions.map(({ reason }) => reason)).toEqual(LENSES.map(() => "it was aborted"))
    expect(await openVerdictLedger(slow.ledger).read()).toEqual([])
  })
})

describe("lenses, models and prompts", () => {
  it("marks verdicts of the builder's own model", async () => {
    const { model } = verifiersThat(() => submit("pass"), "Worker-1 ")
    const other = verifiersThat(() => submit("pass")).model
    const run = await runVerifiers({
      ...(await changedShop()),
      model: { wiring: model, "concurrency-security": other, "contract-conformance": other },
      builder: { model_name: "worker-1" },
    })
    expect(run.verdicts.map(({ caveats }) => caveats)).toEqual([["same_model"], undefined, undefined])
  })

  it("of the host come beside the standard ones, or in their place", async () => {
    const { model, requests } = verifiersThat(() => submit("pass"))
    const run = await runVerifiers({
      ...(await changedShop()),
      model,
      lenses: [
        { id: "accessibility", question: "Every control has a NAME-OF-ITS-OWN." },
        { id: "wiring", question: "Nothing is IN-ITS-PLACE." },
      ],
      only: ["Accessibility", "wiring"],
    })
    expect(run.verdicts.map(({ lens }) => lens)).toEqual(["wiring", "accessibility"])
    expect(requests.map((text) => /NAME-OF-ITS-OWN|IN-ITS-PLACE/.exec(text)?.[0])).toEqual([
      "IN-ITS-PLACE",
      "NAME-OF-ITS-OWN",
    ])
  })

  it("prompt files may be the host's own; one without its placeholders is refused before a model is asked", async () => {
    const prompt_dir = await folderWith({ "verifier.md": "OWN {{lens}} {{question}} {{data_note}}" })
    const { model, requests } = verifiersThat(() => submit("pass"))
    const options = { ...(await changedShop()), model, only: ["wiring"], prompt_dir }
    await runVerifiers(options)
    expect(requests[0]).toContain("OWN wiring ### What to try to refute: it is connected")
    await addFiles(prompt_dir, { "verifier.md": "OWN {{lens}}" })
    await expect(runVerifiers(options)).rejects.toThrow(/verifier\.md: expected the placeholders/)
    expect(requests).toHaveLength(1)
  })

  it("a ledger in the judged tree is refused: others' verdicts would be part of the change", async () => {
    const shop = await changedShop()
    const { model } = verifiersThat(() => submit("pass"))
    const ledger = join(shop.root, "verdicts.jsonl")
    await expect(runVerifiers({ ...shop, model, ledger })).rejects.toThrow(/^ledger: expected a file outside/)
    await addFiles(shop.root, { ".gitignore": "*.jsonl\n" })
    expect((await runVerifiers({ ...shop, model, ledger, only: ["wiring"] })).verdicts).toHaveLength(1)
  })
})
