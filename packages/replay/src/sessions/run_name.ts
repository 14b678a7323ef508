const ENDINGS = /(?:\.(?:traj|trajectory|chat|history|events|output|jsonl|ndjson|json|md|txt|log)){1,4}$/i

/** The name of a run that has none: its file without common endings, or the folder around `events`, numbered from the second on. */
export function runName(path: string, number = 1): string {
  const [last = "", above = ""] = path.split(/[/\\]/).filter(Boolean).toReversed()
  const name = last === "events" ? above || last : last
  return (name.replace(ENDINGS, "") || name) + (number === 1 ? "" : `#${number}`)
}
