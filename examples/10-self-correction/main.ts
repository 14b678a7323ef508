// From feedback to a merged fix, offline: a real repository, real tests, a forge in a folder, scripted models. Then the same
// with a fix that passes every test and breaks a promise: the verifiers stop it.
import { join } from "node:path"
import { localForge } from "@proofloop/jobs"
import { createSelfCorrection, openFeedbackStore, reviewWith } from "@proofloop/jobs/feedback"
import { print, show } from "../show.ts"
import { scriptedBuilder, scriptedVerifier } from "./scripted_models.ts"
import { brokenShop } from "./shop.ts"

await play("A fix that holds", "careful")
print("\n")
await play("A fix that passes every test and breaks the contract", "careless")

async function play(title: string, fix: "careful" | "careless"): Promise<void> {
  print(`${title}\n`)
  const { root, bare } = await brokenShop()
  const forge = localForge({ repository: bare })
  const store = await openFeedbackStore(join(root, ".proofloop", "feedback.db"))
  const models = scriptedBuilder(fix)
  const loop = createSelfCorrection({
    root,
    store,
    forge,
    base: "next",
    // The tests here are ours. Leave it out for a real model: its tests run in a sandbox then.
    unsafe_host_runner: true,
    max_attempts: 1,
    model: models.fix,
    models,
    review: reviewWith({ verifiers: { model: scriptedVerifier, contract: ["docs/prices.md"] } }),
    on_event: show,
  })

  const issue = await forge.openIssue("Discounts", "They make things dearer.")
  await store.add({
    id: "fb-1",
    body: "discount(100, 10) gives 110. It should be 90!",
    severity: "high",
    from_handle: "ada",
    context_url: issue.url,
  })
  let [result] = await loop.process()
  while (result?.to === "in-fix") [result] = await loop.process()

  const pull = await forge.pulls.find("auto/proofloop/fb-1")
  if (pull === null) {
    print("\nno pull request")
  } else {
    print(
      `\npull request ${pull.number}, ${pull.draft ? "a draft" : "ready"}, ${pull.head} into ${pull.base}\n`,
    )
    print(pull.body.replaceAll(/^/gm, "  | ").replaceAll(/ +$/gm, ""))
    await forge.markReady(pull.number)
    await forge.merge(pull.number)
    print("\na person reads and merges it\n")
    await loop.verify()
  }

  print("\nhistory")
  for (const { transition } of await store.notes("fb-1")) if (transition !== null) print(`  ${transition}`)
  await store.close()
}
