import { expect, test } from "vitest"
import type { Forge } from "../forge/forge.ts"
import { FEEDBACK_STATES, type FeedbackState } from "./feedback.ts"
import { loopWith } from "./loop.fixture.ts"
import { WAYS, place } from "./recovery.fixture.ts"
import { IDENTITY } from "./rows.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"
import { transitions } from "./states.ts"

test("from every state there is a way to the end, and every state but the ends is taken up by process", () => {
  const reaches = new Set<FeedbackState>(["closed"])
  for (let size = 0; size < reaches.size;) {
    size = reaches.size
    for (const state of FEEDBACK_STATES) {
      if (transitions[state].some((to) => reaches.has(to))) reaches.add(state)
    }
  }
  expect([...reaches].toSorted()).toEqual([...FEEDBACK_STATES].toSorted())
  expect([...Object.keys(WAYS), "closed", "failed"].toSorted()).toEqual([...FEEDBACK_STATES].toSorted())
})

test("a merge without a commit is no merge yet: a failed try that says so", async () => {
  const loop = await loopWith()
  await place(loop, "fb-1", "fix-pr-open", {
    pull_request: {
      number: 1,
      url: "u",
      identity: { ...IDENTITY, repository: await loop.forge.repository() },
    },
    told: ["opened-1"],
  })
  const branches = {
    head: IDENTITY.head,
    head_commit: IDENTITY.commit,
    head_repository: null,
    base: "develop",
  }
  const pull = { number: 1, url: "u", ...branches, title: "t", body: "b", draft: false }
  const merged = { ...pull, mergeable: "unknown", state: "merged", merged_commit: null } as const
  const pulls = { ...loop.forge.pulls, get: () => Promise.resolve(merged) }
  const forge: Forge = { ...loop.forge, pulls }
  const [done] = await createSelfCorrection({ ...loop.options, forge }).process()
  expect(done).toMatchObject({
    to: "fix-pr-open",
    error: "pull request 1 is merged, but the forge knows no commit",
  })
  expect(await loop.store.get("fb-1")).toMatchObject({ attempts: 1 })
})
