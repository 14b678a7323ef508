import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { systemClock } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { afterAll, afterEach } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { localForge, type LocalForge } from "../forge/local_forge.ts"
import type { NewFeedback } from "./feedback.ts"
import { openFeedbackStore, type FeedbackStore } from "./feedback_store.ts"
import { createSelfCorrection, type SelfCorrection } from "./run/self_correction.ts"
import type { SelfCorrectionOptions } from "./settings.ts"
import { HOST_ROOMS } from "./steps/rooms.fixture.ts"

export const PROJECT_FILES = {
  "src/price.mjs":
    "export function discount(price, percent) {\n  return price + (price * percent) / 100\n}\n",
  "package.json": '{ "type": "module" }\n',
  "README.md": "# Shop\n",
}

export const GOOD_EDIT = {
  path: "src/price.mjs",
  old_string: "price + (price",
  new_string: "price - (price",
}

/** The steps of untroubled feedback, until its sender knows of the pull request. */
export const STEPS_TO_PULL_REQUEST = [
  "triage",
  "localise",
  "plan",
  "fix",
  "write_test",
  "differential",
  "review",
  "publish",
  "notify",
]

/** Does something, but not what was asked for. */
export const BAD_EDIT = { ...GOOD_EDIT, new_string: "2 * price + (price" }

export const goodTest = testWith("assert.equal(discount(100, 10), 90)")

export function testWith(...body: readonly string[]) {
  const lines = [
    'import assert from "node:assert"',
    'import test from "node:test"',
    'import { discount } from "../src/price.mjs"',
    "",
    'test("a discount", () => {',
    ...body.map((line) => `  ${line}`),
    "})",
    "",
  ]
  return { path: "tests/discount.test.mjs", content: lines.join("\n") }
}

const TRIAGE = {
  fix_class: "tool",
  root_cause_hypothesis: "discount adds the discount to the price",
  candidate_files: [{ path: "src/price.mjs:1-3", why: "it computes the price" }],
  prior_pattern_hit: null,
  confidence: 90,
}

const PLAN = {
  root_cause: "a plus where a minus belongs",
  proposed_change: "Subtract the discount.",
  regression_test_sketch: "discount(100, 10) is 90",
  alternatives_considered: [{ alternative: "a new function", why_not: "callers stay wrong" }],
  risks: [],
}

/** What the models answer, turn by turn; the last answer stays. */
export interface Replies {
  readonly triage?: readonly JsonObject[]
  readonly plan?: readonly JsonObject[]
  readonly edits?: readonly (readonly JsonObject[])[]
  readonly tests?: readonly { readonly path: string; readonly content: string }[]
}

/** The first answer of each model as a text, for another program. */
export function replyTexts(
  replies: Replies = {},
): Readonly<Record<"triage" | "plan" | "fix" | "test", string>> {
  return {
    triage: JSON.stringify({ ...TRIAGE, ...replies.triage?.[0] }),
    plan: JSON.stringify({ ...PLAN, ...replies.plan?.[0] }),
    fix: JSON.stringify({ edits: replies.edits?.[0] ?? [GOOD_EDIT] }),
    test: JSON.stringify(replies.tests?.[0] ?? goodTest),
  }
}

export function models(replies: Replies = {}) {
  const asked: Record<"triage" | "plan" | "fix" | "test", string[]> = {
    triage: [],
    plan: [],
    fix: [],
    test: [],
  }
  const modelOf = (step: keyof typeof asked, answers: readonly JsonObject[]): Model =>
    scriptedModel((request, turn) => {
      asked[step].push(request.messages.map(({ content }) => content).join("\n"))
      return { text: JSON.stringify(answers[Math.min(turn, answers.length) - 1] ?? {}) }
    })
  const { edits = [[GOOD_EDIT]], tests = [goodTest] } = replies
  return {
    asked,
    models: {
      triage: modelOf(
        "triage",
        (replies.triage ?? [{}]).map((change) => ({ ...TRIAGE, ...change })),
      ),
      plan: modelOf(
        "plan",
        (replies.plan ?? [{}]).map((change) => ({ ...PLAN, ...change })),
      ),
      fix: modelOf(
        "fix",
        edits.map((hunks) => ({ edits: [...hunks] })),
      ),
      test: modelOf(
        "test",
        tests.map((test) => ({ ...test })),
      ),
    },
  }
}

export interface Shop {
  readonly folder: string
  /** The work tree, on `main`. */
  readonly root: string
  readonly bare: string
  readonly forge: LocalForge
  /** Where the feedback came from. */
  readonly issue_url: string
}

let template: Promise<string> | null = null
const opened: { close(): Promise<void> }[] = []
const folders: string[] = []

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

afterAll(async () => {
  const made = await template
  template = null
  if (made !== null) await rm(made, { recursive: true, force: true })
})

/** A repository with a bug, and a forge that has it on `main` and `develop`. */
export async function shop(): Promise<Shop> {
  template ??= makeTemplate()
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop shop ")))
  folders.push(folder)
  await cp(await template, folder, { recursive: true })
  const [root, bare] = [join(folder, "work"), join(folder, "shop.git")]
  const issue_url = pathToFileURL(join(bare, "proofloop", "issues", "1.md")).href
  return { folder, root, bare, forge: localForge({ repository: bare }), issue_url }
}

async function makeTemplate(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop shop ")))
  const [root, bare] = [join(folder, "work"), join(folder, "shop.git")]
  await addFiles(root, PROJECT_FILES)
  await initRepository(root)
  await commitPaths(root, Object.keys(PROJECT_FILES), "first")
  await requireGit(folder, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
  await requireGit(root, ["push", "--quiet", bare, "main", "main:develop"])
  await localForge({ repository: bare }).openIssue("Prices", "They are wrong.")
  return folder
}

export interface Loop extends Shop {
  readonly store: FeedbackStore
  readonly asked: ReturnType<typeof models>["asked"]
  readonly events: (JsonObject & { readonly type: string })[]
  readonly loop: SelfCorrection
  readonly options: SelfCorrectionOptions
  readonly add: (feedback?: Partial<NewFeedback>) => Promise<string>
  /** Moves the clock of the store on. */
  readonly skip: (ms: number) => void
}

/** The loop over a shop of its own. */
export async function loopWith(
  replies: Replies = {},
  options: Partial<SelfCorrectionOptions> = {},
): Promise<Loop> {
  const place = await shop()
  let skipped = 0
  const store = await openFeedbackStore(join(place.folder, "feedback.db"), {
    now: () => Date.now() + skipped,
  })
  opened.push(store)
  const { asked, models: by_step } = models(replies)
  const events: (JsonObject & { readonly type: string })[] = []
  const all: SelfCorrectionOptions = {
    root: place.root,
    store,
    forge: place.forge,
    model: by_step.fix,
    models: by_step,
    base: "develop",
    clock: { ...systemClock, sleep: async () => undefined },
    ...HOST_ROOMS,
    on_event: (event) => events.push(event),
    ...options,
  }
  return {
    ...place,
    store,
    asked,
    events,
    loop: createSelfCorrection(all),
    options: all,
    skip(ms) {
      skipped += ms
    },
    async add(feedback = {}) {
      const added = await store.add({
        id: "fb-1",
        body: "discount(100, 10) gives 110. It should be 90!",
        severity: "high",
        from_handle: "ada",
        context_url: place.issue_url,
        ...feedback,
      })
      return added.id
    },
  }
}

/** The keys of the comments on an issue, in order. */
export async function commentsOn({ bare, forge, issue_url }: Shop): Promise<readonly string[]> {
  const number = forge.targetOf(issue_url)?.number ?? 0
  const text = await readFile(join(bare, "proofloop", "issues", `${number}.json`), "utf8")
  return (JSON.parse(text) as { comments: { key: string }[] }).comments.map(({ key }) => key)
}

/** What people do with a pull request that is fine. */
export async function mergePull(forge: LocalForge, number: number): Promise<string> {
  await forge.markReady(number)
  return forge.merge(number)
}
