import { basename, dirname } from "node:path"

const ENDINGS = /(?:\.(?:traj|trajectory|chat|history|events|output|jsonl|ndjson|json|md|txt|log)){1,4}$/i

/**
 * What a run is called that has no name of its own: its file, without what every file of the kind ends with, or the folder
 * around its `events`. Of several runs in a file all but the first have their number behind it.
 */
export function runName(path: string, number = 1): string {
  const last = basename(path)
  const name = last === "events" ? basename(dirname(path)) || last : last
  return (name.replace(ENDINGS, "") || name) + (number === 1 ? "" : `#${number}`)
}
