import { posix } from "node:path"

/** Whether a text names a file, by its name with the extension, or in quotes without it. */
export function namesPath(text: string, path: string): boolean {
  const name = posix.basename(path)
  if (text.includes(name)) return true
  const stem = name.slice(0, name.length - posix.extname(name).length)
  return (
    stem.length > 1 &&
    QUOTES.some((quote) => FRONTS.some((front) => text.includes(`${front}${stem}${quote}`)))
  )
}

const QUOTES = ['"', "'", "`"]
const FRONTS = [...QUOTES, "/", "."]
