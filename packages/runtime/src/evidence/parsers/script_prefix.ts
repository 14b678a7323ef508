const PNPM_HEADER = /^(\S{1,128} [\w:.-]{1,64})\$ /gm
const TURBO_HEADER = /^(\S{1,128}:[\w.-]{1,64}): (?:cache |> )/gm
const TIMESTAMPED = /^\s{0,8}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z /
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z /gm

/**
 * Takes off what a script runner puts before each line: "packages/a test: " (pnpm -r), "a:test: " (turbo), the
 * timestamp of a CI log. Whole lines such as "> demo@1.0.0 test" stay, because parsers skip what they do not know.
 */
export function stripScriptPrefixes(text: string): string {
  const plain = TIMESTAMPED.test(text) ? text.replace(TIMESTAMP, "") : text
  const prefixes = new Set<string>()
  if (plain.includes("$ ")) collect(plain, PNPM_HEADER, prefixes)
  if (plain.includes(": cache ") || plain.includes(": > ")) collect(plain, TURBO_HEADER, prefixes)
  return prefixes.size === 0
    ? plain
    : plain
        .split("\n")
        .map((line) => withoutPrefix(line, prefixes))
        .join("\n")
}

function withoutPrefix(line: string, prefixes: ReadonlySet<string>): string {
  const end = line.indexOf(": ")
  const name = end === -1 && line.endsWith(":") ? line.slice(0, -1) : line.slice(0, Math.max(0, end))
  return prefixes.has(name) ? line.slice(name.length + 2) : line
}

function collect(text: string, header: RegExp, prefixes: Set<string>): void {
  for (const [, name = ""] of text.matchAll(header)) prefixes.add(name)
}
