import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileErrorReason } from "@proofloop/foundation/files"
import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { type FleetEnd, type FleetRepository, readRepositories } from "@proofloop/jobs/internal/pipeline"
import { createFleet, type FleetOptions } from "@proofloop/jobs/pipeline"
import { readAmount, readCount, readMilliseconds } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { engineOf } from "../jobs/engine.ts"
import { ownedRepositories } from "../jobs/github.ts"
import { givenStore } from "../jobs/store_place.ts"
import { onRecord } from "../pipeline/on_record.ts"
import { openForge, readRepository } from "../pipeline/repository.ts"
import { readSettings, readSwitches } from "../pipeline/settings.ts"
import { withRuns } from "../pipeline/store.ts"
import { untilStopped } from "../replay/until_stopped.ts"

/** `fleet run`: works on the runs of all repositories until it is drained, stopped or interrupted. */
export async function runFleet(input: Input, io: Io): Promise<number> {
  const own = readFleetSettings(input)
  const of_file = await readListFile(input, io)
  const settings = { ...readSettings(input, io), ...own }
  return withRuns(input, io, async ({ store, state_dir }) => {
    const repositories = await readList(of_file, input, io)
    const told = input.json
      ? (event: object) => io.stdout.write(`${JSON.stringify(event)}\n`)
      : (event: Parameters<typeof eventLine>[0]) => {
          const line = eventLine(event, Date.now())
          if (line !== null) io.stderr.write(`${line}\n`)
        }
    const fleet = createFleet({
      ...settings,
      store,
      state_dir,
      repositories,
      engine: engineOf(givenStore(input, io), "fleet"),
      forgeFor: async ({ url }) => {
        const forge = await openForge(await readRepository(url, io), { input, io, state_dir })
        await input.ready()
        return forge
      },
      on_event: told,
    })
    await refuseForge(repositories, { input, io, state_dir })
    await input.ready()
    await onRecord({ state_dir }, "run", { repositories: repositories.length })
    // Whoever starts a fleet may have renewed what was refused.
    await store.lookAgain((await store.breakers()).filter(({ needs_person }) => needs_person))
    let end: FleetEnd | null = null
    await untilStopped(io, async (signal) => {
      end = await fleet.run({ signal, once: input.flag("once") })
    })
    return tellEnd(end, input, io)
  })
}

/** Throws Misuse for what is wrong with the forge of every repository: its address, its credential. */
async function refuseForge(
  repositories: readonly FleetRepository[],
  place: Parameters<typeof openForge>[1],
): Promise<void> {
  const found = await Promise.all(repositories.map(async ({ url }) => readRepository(url, place.io)))
  const one = place.input.isArgument("forge") ? found[0] : found.find(({ kind }) => kind === "github")
  if (one !== undefined) await openForge(one, place)
}

const ENDS = {
  drained: { code: EXIT_CODES.clean, text: "drained" },
  idle: { code: EXIT_CODES.clean, text: "every run waits" },
  stopped: { code: EXIT_CODES.escalate, text: "stopped; fleet stop --lift lets it go on" },
  aborted: { code: EXIT_CODES.aborted, text: "interrupted" },
} as const

function tellEnd(end: FleetEnd | null, input: Input, io: Io): number {
  if (end === null) return EXIT_CODES.aborted
  const { code, text } = ENDS[end.how]
  if (!input.json) {
    const turns = end.turns === 1 ? "1 turn" : `${end.turns} turns`
    io.stdout.write(`After ${turns}: ${text}.\n`)
  }
  return code
}

function readFleetSettings(
  input: Input,
): Pick<
  FleetOptions,
  "concurrency" | "starts_a_minute" | "begin_every_ms" | "max_clone_bytes" | "rates" | "repository_a_day"
> {
  const rate = (name: string) => {
    const per_minute = readCount(input, name)
    return per_minute === undefined ? undefined : { per_minute }
  }
  const gib = readCount(input, "max-clones")
  return {
    concurrency: readCount(input, "concurrency"),
    starts_a_minute: readCount(input, "turn-starts"),
    max_clone_bytes: gib === undefined ? undefined : gib * GIB,
    begin_every_ms: readMilliseconds(input, "begin-every", HOUR_MS),
    rates: {
      model_requests: rate("model-requests"),
      model_tokens: rate("model-tokens"),
      forge_requests: rate("forge-requests"),
    },
    repository_a_day: {
      usd: readAmount(input, "repository-usd-a-day"),
      tokens: readCount(input, "repository-tokens-a-day"),
      work_ms: readMilliseconds(input, "repository-minutes-a-day", MINUTE_MS),
    },
  }
}

const GIB = 2 ** 30
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A fleet's event as a line for a person; null: it is one of a run, which `pipeline status ID` tells. */
function eventLine(
  event: { readonly type: string } & Readonly<Record<string, unknown>>,
  now: number,
): string | null {
  const text = wordsOf[event.type]?.(event)
  if (text === undefined) return null
  const time = new Date(now).toISOString().slice(11, 19)
  return cutCodePoints(`${time} ${oneLine(text)}`, 400)
}

type Event = Readonly<Record<string, unknown>>

const wordsOf: Readonly<Record<string, (event: Event) => string>> = {
  "fleet.started": ({ repositories, open_runs, concurrency }) =>
    `${said(repositories)} repositories, ${said(open_runs)} open runs, ${said(concurrency)} turns at a time`,
  "fleet.begun": ({ row_id, url }) => `${said(row_id)} begun for ${said(url)}`,
  "fleet.begin_failed": ({ url, error }) => `no run begun for ${said(url)}: ${said(error)}`,
  "fleet.clones_removed": ({ count }) => `${said(count)} clones removed: they were used longest ago`,
  "fleet.clones_kept": ({ error }) => `clones could not be removed: ${said(error)}`,
  "fleet.turn_failed": ({ row_id, error }) => `${said(row_id)}: ${said(error)}`,
  "fleet.turn_ended": ({ row_id, state, waits_for, error }) => {
    const waits = typeof waits_for === "string" ? `, waits for ${waits_for}` : ""
    return `${said(row_id)} is ${said(state)}${waits}${typeof error === "string" ? `: ${error}` : ""}`
  },
}

function said(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

/** What FILE lists; null: --owner says it. Rejects with Misuse. */
async function readListFile(input: Input, io: Io): Promise<readonly FleetRepository[] | null> {
  const [file] = input.positionals
  if ((file === undefined) === (input.text("owner") === undefined))
    throw new Misuse("fleet run: give FILE, a list of repositories, or --owner NAME")
  return file === undefined ? null : fileList(file, io)
}

/** The repositories of FILE or of --owner, by the addresses that their runs have. Rejects with Misuse and ForgeError. */
async function readList(
  of_file: readonly FleetRepository[] | null,
  input: Input,
  io: Io,
): Promise<readonly FleetRepository[]> {
  const listed = of_file ?? (await ownList(input.text("owner") ?? "", input, io))
  const switches = readSwitches(input)
  const found = await Promise.all(
    listed.map(async (one) => {
      const { url } = await readRepository(one.url, io, input.positionals[0])
      return { ...one, url, switches: one.switches.length === 0 ? switches : one.switches }
    }),
  )
  const twice = found.find(({ url }, index) => found.findIndex((other) => other.url === url) < index)
  if (twice !== undefined)
    throw new Misuse(`${input.positionals[0] ?? "--owner"}: ${twice.url} is listed twice`)
  return found
}

async function fileList(file: string, io: Io): Promise<readonly FleetRepository[]> {
  const text = await readFile(resolve(io.cwd, file), "utf8").catch((error: unknown) => {
    throw new Misuse(`${file}: ${fileErrorReason(error)}`)
  })
  return readRepositories(text, file)
}

/** Archived repositories and forks are left out. */
async function ownList(owner: string, input: Input, io: Io): Promise<readonly FleetRepository[]> {
  const all = await ownedRepositories(owner, input, io)
  const except = input.texts("except").map((name) => name.toLowerCase())
  const unknown = except.find((name) => !all.some(({ full_name }) => full_name.toLowerCase() === name))
  if (unknown !== undefined) throw new Misuse(`--except ${unknown}: ${owner} has no such repository`)
  const chosen = all.filter(
    ({ full_name, is_archived, is_fork }) =>
      !is_archived && !is_fork && !except.includes(full_name.toLowerCase()),
  )
  if (chosen.length === 0) throw new Misuse(`--owner ${owner}: no repository that can be pushed to`)
  return chosen.map(({ full_name }) => ({ url: `github:${full_name}`, base: null, switches: [] }))
}
