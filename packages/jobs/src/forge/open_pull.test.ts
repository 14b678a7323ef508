import { afterAll, describe, expect, it } from "vitest"
import { HEAD, published, PULL_REQUEST, removeTemplate } from "./forge.fixture.ts"
import { ForgeError } from "./forge_error.ts"
import { localForge } from "./local_forge.ts"
import { openPull } from "./open_pull.ts"
import type { Pulls } from "./pulls.ts"

afterAll(removeTemplate)

/** A forge with drafts, without drafts, or that ignores the wish for one. */
async function bench(drafts: "taken" | "refused" | "ignored"): Promise<Pulls> {
  const { bare, root, tested } = await published()
  const forge = localForge({ repository: bare })
  await forge.git.push(root, tested, HEAD)
  const refused = new ForgeError("there are none", { retryable: false, problem: "no_drafts" })
  const open: Pulls["open"] = ({ draft, ...request }) => {
    if (draft === true && drafts === "refused") return Promise.reject(refused)
    return forge.pulls.open({ ...request, draft: draft === true && drafts === "taken" })
  }
  return { ...forge.pulls, open }
}

const SAID = "This is an ordinary pull request"

describe("opening a pull request", () => {
  it("leaves its body to be rewritten as long as it is open", async () => {
    const pulls = await bench("taken")
    const { number } = await pulls.open(PULL_REQUEST)
    await pulls.rewrite(number, (body) => `${body} And more.`)
    expect((await pulls.get(number)).body).toBe("Because. And more.")
    await expect(pulls.rewrite(number, () => "x".repeat(70_000))).rejects.toThrow("at most 65536 characters")
    expect((await pulls.get(number)).body).toBe("Because. And more.")
  })

  it.each([
    ["auto", "taken", { draft: true, body: "Because." }],
    ["auto", "refused", { draft: false, body: expect.stringContaining(SAID) }],
    ["auto", "ignored", { draft: false, body: "Because." }],
    ["never", "taken", { draft: false, body: "Because." }],
    ["always", "taken", { draft: true, body: "Because." }],
  ] as const)("with drafts %s on a forge where they are %s", async (choice, drafts, expected) => {
    const pulls = await bench(drafts)
    expect(await openPull(pulls, PULL_REQUEST, choice)).toMatchObject(expected)
    expect(await openPull(pulls, PULL_REQUEST, choice)).toMatchObject({ number: 1, ...expected })
  })

  it.each(["refused", "ignored"] as const)("as a draft or not at all, where they are %s", async (drafts) => {
    const pulls = await bench(drafts)
    await expect(openPull(pulls, PULL_REQUEST, "always")).rejects.toMatchObject({ problem: "no_drafts" })
  })
})
