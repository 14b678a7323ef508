import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { type OpenRequests, type ReviewRequest, reviewOf } from "@proofloop/jobs/internal/pipeline"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { readAsked, withAsked } from "./asked.ts"
import { RESUME_OPTIONS } from "./options.ts"
import { ownCommand } from "./own_command.ts"
import { openForge, readRepository } from "./repository.ts"
import { requireRun } from "./require_run.ts"
import { integrateRequests } from "./run.ts"
import { type Runs, withFoundRuns } from "./store.ts"
import { superviseRun } from "./supervise_run.ts"

/** `pipeline review`: people's requests in a pull request; with --integrate it fulfils them. */
export async function reviewPipeline(input: Input, io: Io): Promise<number> {
  const [id = ""] = input.positionals
  if (!input.flag("integrate")) return withFoundRuns(input, io, (runs) => listRequests(id, input, io, runs))
  return superviseRun(["review", id, "--integrate"], RESUME_OPTIONS, { input, io }, () =>
    withFoundRuns(input, io, async (runs) => integrateRequests(await requireOpen(id, runs), input, io, runs)),
  )
}

async function listRequests(id: string, input: Input, io: Io, runs: Runs): Promise<number> {
  const row = await requireOpen(id, runs)
  const full = withAsked(input, await readAsked(runs.state_dir, id))
  const forge = await openForge(await readRepository(row.url, io), {
    input: full,
    io,
    state_dir: runs.state_dir,
  })
  await full.ready()
  const open = await reviewOf({ forge, trusted_authors: full.texts("trust-author") }, row)
  io.stdout.write(
    input.json
      ? `${JSON.stringify(open)}\n`
      : requestsText(open, ownCommand(runs, "review", id, "--integrate"), createStyle(io.stdout, io.env)),
  )
  return open.requests.length === 0 ? EXIT_CODES.clean : EXIT_CODES.escalate
}

async function requireOpen(id: string, runs: Runs) {
  const row = await requireRun(runs, id)
  if (row.state === "pr-open") return row
  throw new Misuse(`${id} is ${row.state}: it has no open pull request`)
}

function requestsText({ requests, others }: OpenRequests, integrate: string, style: Style): string {
  const none = requests.length === 0 ? "There is no request by anybody who may instruct.\n" : ""
  const next = requests.length === 0 ? "" : `Work them in with: ${integrate}\n`
  const strangers = others.length === 0 ? "" : `\nOf others, who may not instruct:\n${linesOf(others, style)}`
  return `${none}${linesOf(requests, style)}${next}${strangers}`
}

function linesOf(requests: readonly ReviewRequest[], style: Style): string {
  return requests
    .map(({ author, path, line, body }) => {
      const place = path === null ? "" : `, ${oneLine(path)}${line === null ? "" : `:${line}`}`
      return `  ${style.bold(oneLine(author))}${style.dim(place)}\n    ${cutCodePoints(oneLine(body), style.width - 4)}\n`
    })
    .join("")
}
