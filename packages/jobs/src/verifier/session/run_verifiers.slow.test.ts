import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { sha256 } from "@proofloop/foundation/files"
import { commitPaths } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { runVerifiers } from "./run_verifiers.ts"
import { changedShop, submit, use, verifiersThat } from "./verifier.fixture.ts"

// @requirement verifier.session
describe("runVerifiers", () => {
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

  it("shows them what is in the tree, whatever attributes the change gives it", async () => {
    const shop = await changedShop({ ".gitattributes": "src/*.py working-tree-encoding=UTF-16LE ident\n" })
    await commitPaths(shop.root, [".gitattributes"], "odd")
    const { model, requests } = verifiersThat((_, turn) =>
      turn === 1
        ? use("read_file", { path: "src/report.py" })
        : submit("pass", { evidence: ".gitattributes:1 sets an encoding for the files below src" }),
    )
    await runVerifiers({ ...shop, base: "HEAD~1", head: "HEAD", model, only: ["wiring"] })
    expect(requests.at(-1)).toContain("def report(account):")
  })
})
