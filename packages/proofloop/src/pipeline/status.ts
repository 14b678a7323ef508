import { plural } from "@proofloop/foundation/text"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { createStyle } from "../terminal/style.ts"
import type { RunFacts } from "./facts.ts"
import { listText, runText } from "./facts_text.ts"
import { statusPage } from "./page.ts"
import { listRuns, listStanding, readAllFacts, readFacts } from "./read_facts.ts"
import { readRepository } from "./repository.ts"
import { requireRun } from "./require_run.ts"
import { type Standstill, standstillOf, standstillText, stopFile } from "./standstill.ts"
import { type Runs, withFoundRuns } from "./store.ts"
import { countsText, endedAmong, hasEnded, type StateCounts } from "./words.ts"
import { writeOut } from "./write_out.ts"

/** `pipeline status`: all runs, or one whole. */
export async function showStatus(input: Input, io: Io): Promise<number> {
  const [id] = input.positionals
  const repo = input.text("repo")
  if (id !== undefined && repo !== undefined) throw new Misuse("--repo is for the list: leave out ID")
  const url = repo === undefined ? undefined : (await readRepository(repo, io)).url
  return withFoundRuns(
    input,
    io,
    async (runs) => (id === undefined ? showAll(url, input, io, runs) : showOne(id, input, io, runs)),
    id === undefined
      ? (state_dir) => tellAll([], { states: {}, breakers: [], stop_file: stopFile(state_dir) }, input, io)
      : undefined,
  )
}

/** Ended runs that are shown without --all. */
const MOST_ENDED = 20

interface Standing extends Standstill {
  readonly states: StateCounts
}

async function showAll(url: string | undefined, input: Input, io: Io, runs: Runs): Promise<number> {
  const { store } = runs
  const rows = input.flag("all")
    ? await listRuns(store, { url })
    : await listStanding(store, { url, ended: MOST_ENDED })
  const facts = await readAllFacts(runs, rows)
  return tellAll(facts, { states: await store.counts({ url }), ...(await standstillOf(runs)) }, input, io)
}

async function tellAll(runs: readonly RunFacts[], still: Standing, input: Input, io: Io): Promise<number> {
  await writePage(runs, still, input, io)
  if (input.json) io.stdout.write(`${JSON.stringify({ runs, ...still })}\n`)
  else {
    const style = createStyle(io.stdout, io.env)
    const text =
      runs.length === 0
        ? "There is no run.\n"
        : `${listText(runs, style, Date.now())}${countsText(runs, still.states)}\n${leftOutText(runs, still)}`
    io.stdout.write(`${text}${standstillText(still)}`)
  }
  return EXIT_CODES.clean
}

/** "" when all are shown. */
function leftOutText(runs: readonly RunFacts[], { states }: Standing): string {
  const left_out = endedAmong(states) - runs.filter(hasEnded).length
  return left_out === 0 ? "" : `Not shown: ${plural(left_out, "older ended run")}; --all shows them\n`
}

async function showOne(id: string, input: Input, io: Io, runs: Runs): Promise<number> {
  const row = await requireRun(runs, id)
  const [run, still, notes] = [
    await readFacts(runs, row),
    await standstillOf(runs),
    await runs.store.notes(id),
  ]
  const open = (await runs.store.approvals(id)).find(({ answer }) => answer === null)
  await writePage([run], { states: { [run.state]: 1 }, ...still }, input, io)
  const request = row.state === "awaiting-approval" ? (open?.body ?? null) : null
  if (input.json) io.stdout.write(`${JSON.stringify({ run, work: row.work, notes, request, ...still })}\n`)
  else {
    const style = createStyle(io.stdout, io.env)
    io.stdout.write(runText(run, { row, notes, request, style, now: Date.now() }) + standstillText(still))
  }
  return EXIT_CODES.clean
}

async function writePage(runs: readonly RunFacts[], still: Standing, input: Input, io: Io): Promise<void> {
  const path = input.text("html")
  if (path !== undefined) await writeOut(path, statusPage(runs, still, Date.now()), { flag: "--html", io })
}
