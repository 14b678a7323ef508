import { realpathSync, statSync } from "node:fs"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { ChangeSet } from "@proofloop/foundation/git"
import { defineTool, type Tool, type ToolResult } from "@proofloop/runtime"
import type { OutputParser } from "@proofloop/runtime/detector"
import * as z from "zod"
import { baselinesAt, needBaselines } from "../critics/baselines_at.ts"
import { catalogue } from "../critics/catalogue.ts"
import { feedbackText } from "../critics/feedback.ts"
import { findingsOf } from "../critics/findings.ts"
import { type LookedAt, lookedAt } from "../critics/looked_at.ts"
import type { MeasuredTree } from "../critics/measure_baselines.ts"
import { placeCritics, type PlacedCritic } from "../critics/placement.ts"
import { type CriticResult, runCritics } from "../critics/run_critics.ts"
import { type CriticSwitches, resolveCritics, type SelectedCritic } from "../critics/select.ts"
import type { Baselines } from "../repository/facts.ts"
import { type ChangeInput, changeInput, FEW_FINDINGS, judgedChange } from "./tool_change.ts"

export interface CriticToolOptions {
  readonly root: string
  /** What it differs from. Default "HEAD". */
  readonly base?: string | undefined
  /** Switches and options by id, as in the gate. */
  readonly critics?: CriticSwitches | undefined
  /** Critics of the host, beside those of the catalogue. */
  readonly custom?: readonly PlacedCritic[] | undefined
  /** Variables that switch critics and give them programs. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Read what builds and tests print, before the built-in parsers. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
  /** Default: every critic has a tool; `check_change` runs those that `proofloop check` runs. */
  readonly only?: readonly string[] | undefined
}

/** What each tool answers as its `result`. */
export interface CriticAnswer {
  /** The verdict of all critics together; `unable`: no critic could judge, one threw, or no file is text. */
  readonly status: "pass" | "fail" | "unable"
  /** What they found, up to the limit. */
  readonly findings: readonly AnsweredFinding[]
  /** Findings that are not told; a higher limit tells more. */
  readonly more: number
  readonly unable: readonly UnableCritic[]
  readonly ran: readonly string[]
  /** What could judge the changed files. */
  readonly looked_at: LookedAt
  /** What to do about it, for the model; "" when nothing was found. */
  readonly feedback: string
}

interface AnsweredFinding {
  readonly critic: string
  /** The file, relative to the root, with "/". */
  readonly path: string
  /** Its line, from 1; absent for the whole file. */
  readonly line?: number | undefined
  /** Its column, from 1, in UTF-16 code units; absent for the whole line. */
  readonly column?: number | undefined
  /** The broken rule, in snake_case. */
  readonly rule: string
  /** One sentence that a model or a person can act on. */
  readonly message: string
}

interface UnableCritic {
  readonly critic: string
  readonly reason: string
}

const filesOfTypes = z.array(z.object({ type: z.string(), files: z.number() }))

/** The schema of `CriticAnswer`. */
export const criticAnswer = z.object({
  status: z.enum(["pass", "fail", "unable"]),
  findings: z.array(
    z.object({
      critic: z.string(),
      path: z.string(),
      line: z.number().optional(),
      column: z.number().optional(),
      rule: z.string(),
      message: z.string(),
    }),
  ),
  more: z.number().describe("Findings that are not told; ask again with a higher limit"),
  unable: z.array(z.object({ critic: z.string(), reason: z.string() })),
  ran: z.array(z.string()),
  looked_at: z
    .object({
      parsed: z.number().describe("Files of a format that is read"),
      as_text: filesOfTypes.describe("Files that only the text critics looked at"),
      text_critics: z.array(z.string()),
      unread: filesOfTypes.describe("Files that nobody looked at"),
    })
    .describe("What could judge the changed files"),
  feedback: z.string().describe("What to do about it; empty when nothing was found"),
}) satisfies z.ZodType<CriticAnswer>

/** A tool a critic (`critic_g7`), and `check_change` for all that `proofloop check` runs. Throws InvalidOptionError. */
export function criticTools(options: CriticToolOptions): readonly Tool[] {
  const root = folderAt(options.root)
  const { base = "HEAD", critics, custom, env, only } = options
  const wanted = only === undefined ? {} : { only }
  const selection = { critics, custom, env, phase: "check", author: "model" } as const
  const in_check = resolveCritics({ ...selection, ...wanted })
  const ids = placeCritics(catalogue, custom ?? [], []).map(({ id }) => id)
  const every = resolveCritics({ ...selection, only: only ?? ids })
  const judge = judgeIn({ root, base, env: env ?? {}, parsers: options.parsers })
  return [checkChangeTool(judge, in_check), ...every.map((selected) => criticTool(judge, selected))]
}

/** The name of a critic's tool: `critic_g7_ts` for G7-TS. */
export function toolName(id: string): string {
  return `critic_${id.toLowerCase().replaceAll(/[^a-z0-9]/g, "_")}`
}

function criticTool(judge: Judge, selected: SelectedCritic): Tool {
  const { id, title, description, needs } = selected.critic
  return defineTool({
    name: toolName(id),
    description: `${id} ${title}. ${description}`,
    input: z.strictObject(changeInput),
    // A critic that runs the project's code may write caches and logs.
    annotations: { kind: "inspect", read_only: needs === "nothing", evidence_role: "observation" },
    run: async (input, { signal }) => judge(input, [selected], signal),
  })
}

function checkChangeTool(judge: Judge, selected: readonly SelectedCritic[]): Tool {
  const ids = selected.map(({ critic }) => critic.id).join(", ")
  return defineTool({
    name: "check_change",
    description: `Let the critics judge a change before it is called done: ${ids}. Tells what is wrong and where.`,
    input: z.strictObject(changeInput),
    annotations: { kind: "inspect", read_only: true, evidence_role: "observation" },
    run: async (input, { signal }) => judge(input, selected, signal),
  })
}

type Judge = (
  input: ChangeInput,
  critics: readonly SelectedCritic[],
  signal: AbortSignal,
) => Promise<ToolResult>

/** Baselines are measured at the base, once for each commit that was the base. */
function judgeIn(place: Omit<MeasuredTree, "critics"> & { readonly base: string }): Judge {
  const { root, base, parsers } = place
  const measured = new Map<string, Baselines>()
  return async (input, critics, signal) => {
    const { change, facts } = await judgedChange(root, base, input, async (commit) => {
      if (!needBaselines(critics)) return {}
      const key = [commit, ...critics.map(({ critic }) => critic.id)].join(" ")
      const known = measured.get(key) ?? (await baselinesAt({ ...place, critics }, commit, signal))
      if (measured.size >= MAX_MEASURED) measured.clear()
      if (!signal.aborted) measured.set(key, known)
      return known
    })
    return {
      ok: true,
      result: await answerOf(
        change,
        await runCritics(critics, change, { ...facts, parsers }, { signal }),
        input.limit,
      ),
    }
  }
}

async function answerOf(
  change: ChangeSet,
  results: readonly CriticResult[],
  limit: number = FEW_FINDINGS,
): Promise<CriticAnswer> {
  const found = findingsOf(results)
  const failed = results.flatMap(({ critic, verdict }) =>
    verdict.status === "fail" ? [{ critic, verdict }] : [],
  )
  const unable = results.flatMap(({ critic, verdict }) =>
    verdict.status === "unable" ? [{ critic: critic.id, reason: verdict.reason }] : [],
  )
  const looked_at = await lookedAt(change, results)
  const has_crashed = results.some(({ verdict }) => verdict.status === "unable" && verdict.crashed === true)
  const is_unread = looked_at.parsed + looked_at.as_text.length === 0 && looked_at.unread.length > 0
  const is_unjudged = has_crashed || is_unread || (unable.length === results.length && unable.length > 0)
  return {
    status: failed.length > 0 ? "fail" : is_unjudged ? "unable" : "pass",
    findings: found.slice(0, limit).map(({ critic, path, line, column, rule, message }) => ({
      critic,
      path,
      line,
      column,
      rule,
      message,
    })),
    more: Math.max(0, found.length - limit),
    unable,
    ran: results.map(({ critic }) => critic.id),
    looked_at,
    feedback: failed.map(({ critic, verdict }) => feedbackText(critic, verdict)).join("\n\n"),
  }
}

const MAX_MEASURED = 64

function folderAt(root: string): string {
  const found = statSync(root, { throwIfNoEntry: false })
  if (!found?.isDirectory())
    throw new InvalidOptionError({ option: "root", expected: "an existing folder", got: root })
  return realpathSync(root)
}
