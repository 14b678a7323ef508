import { amount, configuredIn, count, flag, value, values } from "../arguments/option.ts"
import type { OptionSpec } from "../arguments/verb.ts"
import { KEPT_OPTIONS, STATE_OPTION, SWITCH_OPTIONS } from "../pipeline/options.ts"

type Options = Readonly<Record<string, OptionSpec>>

/** How many repositories are worked on, and what they may use together. */
const FLEET_OPTIONS: Options = configuredIn("fleet", {
  concurrency: count("N", "Turns at a time in this process; default 4", { most: 1000 }),
  "begin-every": count("HOURS", "A repository gets a new run this long after its last one; default 24"),
  "max-clones": count("GIB", "Size of all clones; those used longest ago go; default 20", { least: 0 }),
  "model-requests": count("N", "Calls a minute to each provider of models; default no limit"),
  "model-tokens": count("N", "Tokens a minute of each provider of models; default no limit"),
  "turn-starts": count("N", "Turns that begin in a minute, in one repository; default no limit"),
  "forge-requests": count("N", "Calls a minute to each account on a forge; default no limit"),
  "repository-usd-a-day": amount("Limit of a repository's runs in a day (UTC), with --prices"),
  "repository-tokens-a-day": count("N", "Limit of a repository's runs in a day (UTC)"),
  "repository-minutes-a-day": count("N", "Limit of work in a repository's runs in a day (UTC)"),
})

export const FLEET_RUN_OPTIONS: Options = {
  owner: value("NAME", "All repositories of an organisation or person on GitHub, without FILE"),
  except: values("OWNER/NAME", "Leave out this one of them"),
  once: flag("End when every run waits for a person, CI or a merge"),
  ...FLEET_OPTIONS,
  ...SWITCH_OPTIONS,
  ...KEPT_OPTIONS,
  ...STATE_OPTION,
}
