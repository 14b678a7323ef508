import type { Tool } from "./tool.ts"

/** How a check is run; a change of it changes nothing of the failure. */
export interface Call {
  readonly command: string
  readonly environment: Readonly<Record<string, string>>
  /** Name of the project's folder. */
  readonly folder: string
}

/** The ways to run one check again, by name: nothing in them has to do with what fails. */
export function changesOf({ command, calls = {} }: Tool): ReadonlyMap<string, Call> {
  const call = (over: Partial<Call>): Call => ({ command, environment: {}, folder: "shop", ...over })
  const quoted = `'${command.replaceAll("'", String.raw`'\''`)}'`
  const changes: Record<string, Call> = {
    plain: call({}),
    again: call({}),
    folder: call({ folder: "other place" }),
    colour: call({ environment: { FORCE_COLOR: "1", CLICOLOR_FORCE: "1", PY_COLORS: "1" } }),
    no_colour: call({ environment: { NO_COLOR: "1" } }),
    narrow: call({ environment: { COLUMNS: "60" } }),
    wide: call({ environment: { COLUMNS: "200" } }),
    locale: call({ environment: { LANG: "C", LC_ALL: "C" } }),
    time_zone: call({ environment: { TZ: "Asia/Tokyo" } }),
    ci: call({ environment: { CI: "true", GITHUB_ACTIONS: "true" } }),
    terminal: call({ command: `script -qec ${quoted} /dev/null` }),
    timed: call({ command: `time ${command}` }),
  }
  for (const [name, own] of Object.entries(calls)) changes[name] = call({ command: own })
  return new Map(Object.entries(changes))
}

/** The same run told in another way, by name: what the host does with an output that the tool knows nothing of. */
export const retellings: Readonly<Record<string, (text: string) => string>> = {
  crlf: (text) => text.replaceAll("\n", "\r\n"),
  cut: (text) => NOISE + text,
}

/** More than the product reads of one output. */
const NOISE = Array.from(
  { length: 9000 },
  (_none, index) => `[${index}] compiled src/part_${index}.ts\n`,
).join("")
