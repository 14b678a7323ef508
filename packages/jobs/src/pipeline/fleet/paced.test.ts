import { scriptedModel, virtualClock } from "@proofloop/runtime/testing"
import { expect, test } from "vitest"
import type { Forge } from "../../forge/forge.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { githubForge } from "../../github/github_forge.ts"
import { sharedOptions } from "./shared_options.ts"

const limited = new ForgeError("HTTP 429: slow down", {
  retryable: true,
  problem: "limit",
  retry_after_ms: 20_000,
})

function forges(accounts: readonly (string | undefined)[]) {
  const clock = virtualClock({ auto_advance: false })
  const asked: number[] = []
  const shared = sharedOptions({ model: scriptedModel([]), store: null as never }, clock)
  const made = accounts.map((account, at): Forge =>
    shared.paced({
      ...githubForge({ repository: "acme/shop", token: "none", base_url: "http://127.0.0.1:9" }),
      account,
      repository: async () => {
        asked.push(at)
        if (asked.length === 1) throw limited
        return "acme/shop"
      },
    }),
  )
  return { clock, asked, made }
}

test("while a limit of an account holds, no forge of it is asked, and one of another account is", async () => {
  const { clock, asked, made } = forges(["app 1", "app 1", "app 2"])
  const [first, second, third] = made
  await expect(first?.repository()).rejects.toBe(limited)
  clock.advance(5000)
  const refused = { message: limited.message, problem: "limit", retry_after_ms: 15_000 }
  await expect(second?.repository()).rejects.toMatchObject(refused)
  await expect(second?.pulls.get(1)).rejects.toMatchObject(refused)
  expect(await third?.repository()).toBe("acme/shop")
  expect(asked).toEqual([0, 2])
  clock.advance(15_000)
  expect(await second?.repository()).toBe("acme/shop")
})

test("forges without an account share no limit", async () => {
  const { made } = forges([undefined, undefined])
  await expect(made[0]?.repository()).rejects.toBe(limited)
  expect(await made[1]?.repository()).toBe("acme/shop")
})
