import { type ReadSessionsOptions, readSource } from "./read_source.ts"
import { blobFile } from "./reading/blob_file.ts"
import { fileSource } from "./reading/file_source.ts"
import type { SessionItem } from "./session.ts"

/** The runs of a file that a page was given; `name` is what it is called. Throws SessionFormatError at the first item, never later. */
export async function* readSessionBlob(
  blob: Blob,
  name: string,
  options: ReadSessionsOptions = {},
): AsyncGenerator<SessionItem> {
  yield* readSource(name, options.format, () => fileSource(blobFile(blob, name), options.onRead))
}
