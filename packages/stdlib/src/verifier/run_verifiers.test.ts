import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { JsonObject } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../workspace/workspace.fixture.ts"
import { checkManifest } from "./brief_check.ts"
import { sha256 } from "./brief_hash.ts"
import { openVerdictLedger } from "./ledger.ts"
import { runVerifiers } from "./run_verifiers.ts"
import { changedShop, evidence, submit, use, verifiersThat } from "./verifier.fixture.ts"

const lenses = ["wiring", "concurrency-security", "contract-conformance"]

describe("runVerifiers", () => {
  it("gives one verdict a lens, each of a fresh session, with what was judged, into the ledger", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat(() => submit("pass"))
    const run = await runVerifiers({ ...shop, model, builder: { id: "worker", model_name: "worker-1" } })
    const { subject, brief_sha256 } = run.manifest
    expect(run.verdicts.map(({ lens, verdict }) => `${lens} ${verdict}`)).toEqual(
      lenses.map((lens) => `${lens} pass`),
    )
    expect(run.verdicts[0]).toMatchObject({
      evidence,
      security: false,
      subject,
      brief_sha256,
      verifier: { id: "proofloop/wiring", model_name: "reviewer-1" },
    })
    expect(run.verdicts.map(({ caveats }) => caveats)).toEqual([undefined, undefined, undefined])
    expect(new Set(run.verdicts.map(({ verifier }) => verifier.session_id)).size).toBe(3)
    expect(run.ledger).toBe(join(shop.root, ".proofloop/verdicts/default.jsonl"))
    const entries = await openVerdictLedger(run.ledger).read()
    expect(entries.map(({ verdict, batch_end }) => [verdict.lens, batch_end])).toEqual(
      lenses.map((lens) => [lens, 3]),
    )
    expect(requests).toHaveLength(3)
    expect(await checkManifest(shop.root, run.manifest)).toEqual([])
  })

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

  it("refuses what is shallow, ungrounded or contradicts itself, and takes the next try", async () => {
    const tries = [
      { evidence: "looks good to me" },
      { evidence: "Every branch of withdraw keeps the balance above nothing whatever the caller asks for." },
      { evidence: evidence.replace(":2", ":99") },
      { evidence: `${evidence} src/nothing.py:3 calls it.` },
      { security: true },
      { refutation: " " },
    ]
    const { model, requests } = verifiersThat((_, turn) => submit("pass", tries[turn - 1] ?? {}))
    const run = await runVerifiers({ ...(await changedShop()), model, only: ["wiring"] })
    expect(run.sessions).toMatchObject([{ lens: "wiring", iterations: 7, verdict: { evidence } }])
    const told = requests.at(-1) ?? ""
    for (const reason of [
      "it is too short",
      "names no file of the diff, the contract or the tests: cite path:line of one of src/account.py",
      "src/account.py:99: there is no such line, the file has 4",
      "src/nothing.py:3: there is no such file",
      "a security finding never passes",
      "refutation",
    ])
      expect(told).toContain(reason)
  })

  it("lets them read the judged tree, and records what they read", async () => {
    const shop = await changedShop({ "node.log": "ignored", ".proofloop/journal.jsonl": "{}" })
    const steps = [
      use("read_file", { path: "src/account.py" }),
      use("search", { pattern: "report" }),
      use("list_files", {}),
      use("read_file", { path: "node.log" }),
      use("read_file", { path: ".proofloop/journal.jsonl" }),
      use("read_file", { path: ".git/HEAD" }),
      use("read_file", { path: "../../etc/passwd" }),
      submit("pass"),
    ]
    const { model, requests } = verifiersThat((_, turn) => steps[turn - 1] ?? submit("pass"))
    const run = await runVerifiers({ ...shop, model, only: ["wiring"] })
    expect(run.reads.map(({ lens, path }) => `${lens} ${path}`)).toEqual([
      "wiring src/account.py",
      "wiring src/report.py",
      "wiring tests/test_report.py",
    ])
    expect(run.reads[0]?.sha256).toBe(sha256(await readFile(join(shop.root, "src/account.py"))))
    const request = JSON.parse(requests.at(-1) ?? "") as {
      messages: { role: string; content: string; ok?: boolean }[]
      tools: { name: string }[]
    }
    expect(request.tools.map(({ name }) => name)).toEqual([
      "read_file",
      "list_files",
      "search",
      "submit_verdict",
    ])
    const results = request.messages.filter(({ role }) => role === "tool")
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, false, false, false, false])
    expect(results[2]?.content).not.toMatch(/node\.log|proofloop|\.git\//)
  })
})

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
      ...lenses.map((lens) => `["verifier.started","${lens}"]`).toSorted(),
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
    expect((await run).sessions.map(({ reason }) => reason)).toEqual(lenses.map(() => "it was aborted"))
    expect(await openVerdictLedger(slow.ledger).read()).toEqual([])
  })
})

describe("lenses", () => {
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

  const question = "x"
  it.each([
    [{ only: ["wirin"] }, /^only\.0: .* Did you mean "wiring"\?/],
    [{ only: [] }, /^only: expected/],
    [{ lenses: [{ id: "Wiring", question }] }, /^lenses\.0\.id: .* Did you mean "wiring"\?/],
    [
      {
        lenses: [
          { id: "a", question },
          { id: "a", question },
        ],
      },
      /^lenses\.1\.id: expected each lens once/,
    ],
    [{ lenses: [{ id: "a", question: " " }] }, /^lenses\.0\.question/],
    [{ min_lenses: 2 }, /^min_lenses: expected a whole number from 3 to 3/],
    [{ min_lenses: 4 }, /^min_lenses/],
    [{ model: {} }, /^model\.wiring/],
    [{ model: { wirng: () => null } }, /^model\.wirng: .* Did you mean "wiring"\?/],
    [{ max_iterations: 0 }, /^max_iterations/],
    [{ timeout_ms: 1.5 }, /^timeout_ms/],
    [{ builder: { id: " " } }, /^builder\.id/],
    [{ transcript: [] }, /^transcript: expected one of root/],
    [{ ledger: "" }, /^ledger/],
  ])("and other options: %j is refused before a model is asked", async (options, message) => {
    const { model, requests } = verifiersThat(() => submit("pass"))
    // @ts-expect-error what a host without types may pass
    await expect(runVerifiers({ root: "/", model, ...options })).rejects.toThrow(message)
    expect(requests).toEqual([])
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
