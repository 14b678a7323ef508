// From a repository's problems to a merged pull request, offline: a real repository, real tests, CI and reviews of a
// forge in a folder, scripted models. The gate sends a subtask back, CI is red once, a reviewer asks for something,
// and a person merges.
import { join } from "node:path"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { localForge } from "@proofloop/jobs"
import { createPipeline, openRunStore, type PipelineEvent, pipelineInbox } from "@proofloop/jobs/pipeline"
import { print, show } from "../show.ts"
import { models, worker } from "./scripted_models.ts"
import { brokenShop, CI } from "./shop.ts"

/** How often a step was taken and CI was asked differs from run to run. */
const QUIET = ["pipeline.step_started", "pipeline.step_ended", "ci.watch.poll", "critic_gate.judged"]

const bare = await brokenShop()
const stateDir = join(bare, "..", "state")
const forge = localForge({ repository: bare, checks: { command: CI, runner: hostRunner() } })
const store = await openRunStore(join(stateDir, "runs.db"))
const pipeline = createPipeline({
  store,
  forge,
  model: worker,
  models,
  state_dir: stateDir,
  // The code here is ours. Leave it out for a real model: what it wrote runs in a sandbox then.
  unsafe_host_runner: true,
  ci: { look_every_ms: 200 },
  on_event: told,
})

await pipeline.begin({ id: "run-1", url: "shop.git", switches: ["integrate"] })
await goOn("a run begins")

const { number, draft, head, base, body } = await forge.pulls.get(1)
print(`\npull request ${number}, ${draft ? "a draft" : "ready"}, ${head} into ${base}\n`)
quote(body)
for (const comment of await forge.comments.list({ kind: "pull_request", number })) {
  print(`\na comment of ${comment.author}\n`)
  quote(comment.body)
}

await forge.review(number, {
  author: "grace",
  state: "changes_requested",
  comments: [
    { path: "src/price.mjs", line: 9, body: "Refuse more than 100 %: the price would be negative." },
  ],
})
await goOn("\ngrace asks for something in src/price.mjs, line 9")
for (const thread of await forge.reviews.threads(number)) {
  print(`\nthe thread, ${thread.is_resolved ? "resolved" : "open"}\n`)
  for (const comment of thread.comments) quote(`${comment.author}: ${comment.body}`)
}

await forge.markReady(number)
await forge.merge(number)
await goOn("\na person reads and merges it")

print("\nhistory")
for (const { transition } of await store.notes("run-1")) if (transition !== null) print(`  ${transition}`)
await store.close()

/** Takes the run as far as it goes, through the waits for CI, and says what it needs a person for. */
async function goOn(title: string): Promise<void> {
  print(`${title}\n`)
  const { row: run, error } = await pipeline.drive("run-1", { wait_for: ["ci"] })
  print(`\n  ${run.state}${run.work.ending === undefined ? "" : `: ${run.work.ending.why}`}${error ?? ""}`)
  for (const { why, text } of await pipelineInbox(store)) print(`  for a person: ${why}, ${text}`)
}

function told(event: PipelineEvent): void {
  if (!QUIET.includes(event.type)) show(event)
}

function quote(text: string): void {
  print(text.replaceAll(/^/gm, "  | ").replaceAll(/ +$/gm, ""))
}
