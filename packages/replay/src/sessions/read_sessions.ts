import { formatOf, type ReadSessionsOptions, readSource } from "./read_source.ts"
import type { SessionSource } from "./reading/file_source.ts"
import { openSource } from "./reading/session_source.ts"
import type { SessionItem } from "./session.ts"
import { SessionFormatError } from "./session_format_error.ts"

/** The runs of a file or event folder of any size. Throws SessionFormatError or a file system error at the first item, never later. */
export async function* readSessions(
  path: string,
  options: ReadSessionsOptions = {},
): AsyncGenerator<SessionItem> {
  yield* readSource(path, options.format, () => source(path, options.onRead))
}

/** Wire name of the format of a file or folder; null where no importer recognises it. Throws as `readSessions` does. */
export async function detectFormat(path: string): Promise<string | null> {
  return formatOf(await source(path))
}

async function source(path: string, onRead?: (bytes: number) => void): Promise<SessionSource> {
  const opened = await openSource(path, onRead)
  if ("problem" in opened) throw new SessionFormatError({ path, problem: opened.problem, formats: [] })
  return opened
}
