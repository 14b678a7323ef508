import { expect, test } from "vitest"
import { hasHosts, NEEDS_HOSTS, startHost } from "./host.fixture.ts"

const USERS = ["ada", "bob", "dan", "eve"]

/** Who had the flag on, and what the host said of each time that it was asked. */
async function rollOut(
  percent: number,
): Promise<{ readonly on: readonly string[]; readonly asked: readonly string[] }> {
  const { url, lines } = await startHost("express", { ROLL_OUT_PERCENT: String(percent) })
  const on: string[] = []
  for (const user of USERS) {
    const response = await fetch(`${url}/repairs`, { method: "POST", headers: { "x-user": user } })
    const answer = (await response.json()) as { readonly repair_aware: boolean }
    expect(answer).toMatchObject({ status: "done", verified: true })
    if (answer.repair_aware) on.push(user)
  }
  return { on, asked: lines.filter((line) => line.startsWith("repair_aware")) }
}

test.skipIf(!hasHosts())(
  `a growing percentage of the users has the flag, asked once a run ${NEEDS_HOSTS}`,
  async () => {
    const [some, more] = await Promise.all([rollOut(30), rollOut(60)])
    expect(some.on).toEqual(["ada"])
    expect(more.on).toEqual(["ada", "bob", "dan"])
    for (const { on, asked } of [some, more]) {
      expect(asked).toEqual(
        USERS.map((user) => `repair_aware for ${user}: ${on.includes(user) ? "on" : "off"}`),
      )
    }
  },
)

test.skipIf(!hasHosts())(`a repair without a user is refused ${NEEDS_HOSTS}`, async () => {
  const { url } = await startHost("express", {})
  expect((await fetch(`${url}/repairs`, { method: "POST" })).status).toBe(401)
})
