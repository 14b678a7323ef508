import { nearestName } from "@proofloop/foundation/errors"
import { readMember, readText } from "@proofloop/foundation/text"
import { importers } from "./formats.ts"
import type { SessionHead, SessionImporter, SessionPlace } from "./importer.ts"
import type { SessionSource } from "./reading/file_source.ts"
import type { SessionItem } from "./session.ts"
import { SessionFacts } from "./session_facts.ts"
import { SessionFormatError } from "./session_format_error.ts"

export interface ReadSessionsOptions {
  /** Wire name of the format. Default: told from the start of the file. */
  readonly format?: string | undefined
  /** Told how many bytes more were read, as lines are; a document of one value is not told of. */
  readonly onRead?: ((bytes: number) => void) | undefined
}

/** The runs of what `open` opens. Throws SessionFormatError, or what `open` throws, at the first item, never later. */
export async function* readSource(
  path: string,
  format: string | undefined,
  open: () => Promise<SessionSource>,
): AsyncGenerator<SessionItem> {
  const named = format === undefined ? undefined : importerNamed(format, path)
  const source = await open()
  if (source.is_empty) {
    yield { type: "skipped", reason: "the file is empty" }
    return
  }
  const { importer: recognised, head } = await recognise(source)
  const importer = named ?? recognised
  if (importer === undefined)
    throw new SessionFormatError({ path, problem: "not a session of a known format", formats })
  const facts = new SessionFacts()
  const records = facts.noted(source.records(importer.records))
  const items = withFormat(facts.told(importer.read(records, { path })), formatWithVersion(importer, head))
  if (importer.keeps_empty_runs) yield* items
  else if (importer === recognised) yield* readOrRefused(items, importer)
  else yield* runsWithTurns(items, importer, recognised)
}

/** Wire name of the format of what was opened; null where no importer recognises it. */
export async function formatOf(source: SessionSource): Promise<string | null> {
  return (await recognise(source)).importer?.format ?? null
}

export const sessionFormats: readonly { readonly format: string; readonly title: string }[] = importers.map(
  ({ format, title }) => ({ format, title }),
)
/** Where the agents keep sessions of formats that are read. */
export const sessionPlaces: readonly (SessionPlace & { readonly agent: string })[] = importers.flatMap(
  ({ agent, title, places = [] }) => places.map((place) => ({ ...place, agent: agent ?? title })),
)
const formats = sessionFormats.map(({ format }) => format)

/** "claude_code 2.1.332" */
function formatWithVersion({ format }: SessionImporter, { values }: SessionHead): string {
  const named = values.flatMap((value) => {
    const [payload, info] = [readMember(value, "payload"), readMember(value, "info")]
    return readText(value, "version") ?? readText(payload, "cli_version") ?? readText(info, "version") ?? []
  })
  return [format, ...named.slice(0, 1).map((version) => version.slice(0, 40))].join(" ")
}

async function* withFormat(items: AsyncIterable<SessionItem>, format: string): AsyncGenerator<SessionItem> {
  for await (const item of items)
    yield item.type === "skipped" && (item.unknown ?? item.is_lost_result) !== undefined
      ? { ...item, format }
      : item
}

const HELD = 1000

/** A file that merely resembles the format, with only skipped pieces, does not count as an empty session. */
async function* readOrRefused(
  items: AsyncIterable<SessionItem>,
  { format }: SessionImporter,
): AsyncGenerator<SessionItem> {
  let held: SessionItem[] | undefined = []
  for await (const item of items) {
    if (held === undefined) {
      yield item
      continue
    }
    held.push(item)
    if (item.type !== "turn" && held.length < HELD) continue
    yield* held
    held = undefined
  }
  const skipped = held?.filter((item) => item.type === "skipped") ?? []
  if (skipped.length === 0) yield* held ?? []
  else {
    yield* skipped
    yield { type: "skipped", reason: `the file looks like ${format}, but holds no turn of it` }
  }
}

/** In a file of guessed format, a run needs at least one turn of it. */
async function* runsWithTurns(
  items: AsyncIterable<SessionItem>,
  importer: SessionImporter,
  recognised: SessionImporter | undefined,
): AsyncGenerator<SessionItem> {
  let run: SessionItem | undefined
  let without = 0
  for await (const item of items) {
    if (item.type === "run") {
      if (run !== undefined) without += 1
      run = item
      continue
    }
    if (item.type === "turn" && run !== undefined) {
      yield run
      run = undefined
    }
    yield item
  }
  if (run !== undefined) without += 1
  if (without === 0) return
  const hint = recognised === undefined ? "" : `; the file looks like ${recognised.format}`
  yield {
    type: "skipped",
    reason: `nothing in ${without} of its runs is of the format ${importer.format}${hint}`,
  }
}

async function recognise({ head, longHead }: Pick<SessionSource, "head" | "longHead">): Promise<{
  readonly importer: SessionImporter | undefined
  readonly head: SessionHead
}> {
  const importer = importers.find((candidate) => candidate.recognises(head))
  return importer === undefined && longHead !== undefined
    ? recognise({ head: await longHead() })
    : { importer, head }
}

function importerNamed(format: string, path: string): SessionImporter {
  const importer = importers.find((candidate) => candidate.format === format)
  if (importer !== undefined) return importer
  const problem = `no format is called "${format.slice(0, 64)}"`
  throw new SessionFormatError({ path, problem, formats, did_you_mean: nearestName(format, formats) })
}
