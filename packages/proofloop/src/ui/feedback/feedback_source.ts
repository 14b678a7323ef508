import { dirname, join } from "node:path"
import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { FeedbackStore, Feedback } from "@proofloop/jobs/feedback"
import { FEEDBACK_STATES, feedbackInbox } from "@proofloop/jobs/internal/feedback"
import {
  type RowSource,
  ActionRefused,
  type GivenAction,
  type RateGroup,
} from "../../cockpit/sources/source.ts"
import { shownFeedback } from "../../feedback/shown_feedback.ts"
import { newestApproval } from "../../jobs/answer.ts"
import { findRow } from "../../jobs/find_row.ts"
import { withoutPassword } from "../../jobs/store_place.ts"
import { forCockpit, heldText } from "../../rows/shown.ts"
import { boundedDiff } from "../bounded_diff.ts"
import { inboxEntry } from "../inbox_entry.ts"
import type { OpenedStore } from "../opened_store.ts"
import { answerPlan, doOffered } from "../plan_answer.ts"
import { ratesBy } from "../rates_by.ts"
import { rowView } from "../row_view.ts"
import { storedRows } from "../stored_rows.ts"
import { feedbackActions, ownCommand } from "./feedback_actions.ts"
import { feedbackEvidence } from "./feedback_evidence.ts"
import type { FeedbackPlace } from "./feedback_place.ts"

export interface FeedbackSourceOptions {
  readonly name: string
  readonly file: string
  /** Whether no other one is shown. */
  readonly is_only: boolean
  readonly store: OpenedStore<FeedbackStore>
}

/** The feedback in one database. Its repository is the folder around `.proofloop`. */
export function feedbackSource({ name, file, is_only, store: opened }: FeedbackSourceOptions): RowSource {
  const place: FeedbackPlace = { source: name, file: withoutPassword(file), root: rootOf(file) }
  const shownOf = async (store: FeedbackStore, found: readonly Feedback[]) => {
    const [holders, waits] = [await store.holders(), await store.waits()]
    return found.map((row) => {
      const [holder = null, wait = null] = [holders.get(row.id), waits.get(row.id)]
      return shownFeedback(row, { source: name, holder, wait, now: Date.now() })
    })
  }
  const rows = storedRows(opened, async (store, found) =>
    (await shownOf(store, found)).map((shown) => forCockpit(shown).line),
  )
  return {
    ...rows.parts,
    name,
    title: is_only ? "Feedback" : `Feedback of ${place.root ?? place.file}`,
    states: FEEDBACK_STATES,
    pulse: () =>
      rows.with({ standing: "", live: "" }, async (store) => ({
        standing: JSON.stringify([
          [...(await store.waits())],
          await store.breakers(),
          [...(await store.holders())],
        ]),
        live: "",
      })),
    inbox: (limit) =>
      rows.with({ entries: [], in_all: 0, warnings: [] }, async (store) => {
        const items = await feedbackInbox(store)
        return {
          entries: await Promise.all(
            items.slice(0, limit).map((item) =>
              inboxEntry(store, item, {
                source: name,
                goes_on: "process",
                commandOf: (id) => ownCommand(place, "process", id),
                titleOf: ({ body }) => cutCodePoints(oneLine(body), 200),
                textOf: () => null,
                actionsOf: (row, approval) => feedbackActions(row, { place, approval }),
              }),
            ),
          ),
          in_all: items.length,
          warnings: [],
        }
      }),
    row: (id) =>
      rows.withRow(id, async (store, row) => {
        const [shown] = await shownOf(store, [row])
        if (shown === undefined) return null
        return rowView(store, shown, {
          actions: (approval) => feedbackActions(row, { place, approval }),
          evidence: async (head) => feedbackEvidence(row, head, place),
          journals: [],
          has_diff: place.root !== null && row.work.base_commit !== undefined && row.work.fix !== undefined,
        })
      }),
    live: (id) =>
      rows.withRow(id, async (store, row) => {
        const holder = await store.holder(id)
        return {
          phase: row.state,
          step: row.state,
          holder: holder === null ? null : heldText(holder, Date.now()),
          loop: null,
        }
      }),
    diff: (id, max_bytes) =>
      rows.withRow(id, async (_store, { work: { base_commit: base, fix } }) =>
        place.root === null || base === undefined || fix === undefined
          ? null
          : boundedDiff(place.root, { base, head: fix.commit, max_bytes }),
      ),
    replay: async () => null,
    rates: () => rows.with([], async (store) => feedbackRates(store, place)),
    act: (id, action) => rows.with("", async (store) => actOnFeedback(id, action, store, place)),
    commandOf: async (id, action) => commandOfFeedback(id, action, place),
  }
}

/** null: the database lies elsewhere. */
function rootOf(file: string): string | null {
  const folder = dirname(file)
  return folder.endsWith(join("/", ".proofloop")) ? dirname(folder) : null
}

/** Answers a plan. Resolves to what was done; rejects with ActionRefused. */
async function actOnFeedback(
  id: string,
  given: GivenAction,
  store: FeedbackStore,
  place: FeedbackPlace,
): Promise<string> {
  const row = await findRow(store, id)
  if (row === null) throw new ActionRefused(`there is no feedback ${id}`)
  const offered = feedbackActions(row, { place, approval: await newestApproval(store, id) })
  const next = ownCommand(place, "process", id)
  return doOffered(row, { offered, given }, async (words) =>
    answerPlan(store, id, { name: given.name, words, next }),
  )
}

const STARTED: Readonly<Record<string, readonly string[]>> = {
  process: ["process"],
  retry: ["process", "--retry"],
  revert: ["revert"],
  verify: ["verify"],
}

function commandOfFeedback(
  id: string,
  action: string,
  { file, root }: FeedbackPlace,
): readonly string[] | null {
  const [verb, ...flags] = STARTED[action] ?? []
  if (verb === undefined) return null
  return ["feedback", verb, id, ...flags, ...(root === null ? ["--store", file] : ["--repo", root])]
}

/** Sums over all feedback of a database. What its models cost is not kept. */
async function feedbackRates(
  store: FeedbackStore,
  { root, file }: FeedbackPlace,
): Promise<readonly RateGroup[]> {
  const rows: Feedback[] = []
  for (let after: string | undefined; ;) {
    const page = await store.list({ limit: 1000, after })
    rows.push(...page)
    after = page.at(-1)?.id
    if (after === undefined) break
  }
  const counted = rows.map(({ state, work }) => {
    const alarmed = work.alarm_commit !== undefined
    return {
      repository: root ?? file,
      model: "",
      counts: {
        merged: work.merged_commit === undefined ? 0 : 1,
        usd: 0,
        tokens: 0,
        turns: 0,
        rejected: work.rejection === undefined ? 0 : 1,
        sent_back: work.refutations?.length ?? 0,
        alarms: alarmed ? 1 : 0,
        // A person closed it, and no draft takes the fix back.
        false_alarms: alarmed && state === "closed" && work.revert === undefined ? 1 : 0,
      },
    }
  })
  return ratesBy(counted).filter(({ by }) => by === "repository")
}
