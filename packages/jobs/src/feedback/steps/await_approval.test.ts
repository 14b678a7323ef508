import { expect, test } from "vitest"
import type { Association, ForgeComment } from "../../forge/comments.ts"
import type { Forge } from "../../forge/forge.ts"
import { forgeAnswer } from "./await_approval.ts"

const ASKED = "2026-01-01T12:00:00.000Z"
const LATER = "2026-01-01T13:00:00.000Z"

function comment(body: string, more: Partial<ForgeComment> = {}): ForgeComment {
  return {
    id: "1",
    author: "grace",
    association: "member",
    body,
    at: LATER,
    url: "u#1",
    is_own: false,
    ...more,
  }
}

async function answerTo(...comments: readonly ForgeComment[]) {
  const forge: Pick<Forge, "targetOf" | "comments"> = {
    targetOf: (url) => (url === "issue" ? { kind: "issue", number: 1 } : null),
    comments: { post: () => Promise.reject(new Error("nothing is posted")), list: async () => comments },
  }
  const { signal } = new AbortController()
  return forgeAnswer(forge as Forge, { id: "fb-1", context_url: "issue" }, { posted_at: ASKED }, signal)
}

test.each([
  ["/proofloop approve fb-1", { answer: "approved", by: "grace (u#1)" }],
  ["  /proofloop approve fb-1 looks good\n", { answer: "approved", reply: "looks good", by: "grace (u#1)" }],
  [
    "/proofloop refine fb-1 keep the\nold name",
    { answer: "refine", reply: "keep the old name", by: "grace (u#1)" },
  ],
  ["/proofloop reject fb-1 not now", { answer: "rejected", reply: "not now", by: "grace (u#1)" }],
])("%j of somebody who decides is an answer", async (body, answer) => {
  expect(await answerTo(comment(body))).toEqual(answer)
})

test.each([
  "approve fb-1",
  "/proofloop approve fb-2",
  "/proofloop approve",
  "/proofloop constructor fb-1",
  "/proofloop refine fb-1",
  "I would not say /proofloop approve fb-1",
  "> /proofloop approve fb-1",
])("%j is none", async (body) => {
  expect(await answerTo(comment(body))).toBeNull()
})

test.each<readonly [string, Partial<ForgeComment>]>([
  ["of a stranger", { association: "none" }],
  ["of somebody who once gave a change", { association: "contributor" }],
  ["from before the plan was asked about", { at: "2026-01-01T11:59:59.000Z" }],
  ["of the loop itself", { is_own: true }],
])("an approval %s is none", async (_, more) => {
  expect(await answerTo(comment("/proofloop approve fb-1", more))).toBeNull()
})

test.each<Association>(["owner", "member", "collaborator"])("an %s decides", async (association) => {
  expect(await answerTo(comment("/proofloop approve fb-1", { association }))).toMatchObject({
    answer: "approved",
  })
})

test("the first answer stands", async () => {
  const answers = [comment("/proofloop reject fb-1 no"), comment("/proofloop approve fb-1")]
  expect(await answerTo(comment("hm"), ...answers)).toMatchObject({ answer: "rejected" })
})
