import { basename } from "node:path"

const ENDINGS = /(?:\.(?:traj|trajectory|chat|history|events|output|jsonl|ndjson|json|md|txt|log)){1,4}$/i

/** What a run is called that has no name of its own: its file, without what every file of the kind ends with. */
export function runName(path: string): string {
  const name = basename(path)
  return name.replace(ENDINGS, "") || name
}
