import { configured, flag, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { INPUT_FORMAT_NOTE, INPUT_FORMAT_OPTION } from "../replay/input_format.ts"
import { meter } from "./meter.ts"

export const replay: Verb = {
  name: "replay",
  summary: "Show where recorded sessions of coding agents stalled",
  positionals: ["[PATH...]"],
  actions: [meter],
  runs_itself: true,
  options: {
    "input-format": INPUT_FORMAT_OPTION,
    preset: configured(value("NAME", "Preset of the detector; default evidence"), "replay.preset", "preset"),
    set: values(
      "PATH=VALUE",
      "Any option of the preset, as in stall_diagnostics.stuck_same_diagnostic_after=4",
    ),
    html: value("FILE", "Write a page with a timeline of every run"),
    open: flag("Open the page; without --html it goes to a folder of its own for temporary files"),
    all: flag("List every run, also those without a trip"),
    yes: flag("Without PATH: read what is found without asking", "y"),
  },
  reads_config: true,
  notes: `The worst runs come first, at most 20 of them without --all.

A PATH is a file or a folder, which is searched for sessions. Without one, the sessions that known agents keep on this
computer are looked for, and read only once you agree. Nothing is sent anywhere.

What comes after a trip is what was at stake: the recording cannot tell what a nudge would have changed. A hard stop on
a run that went on to pass its check is counted as harm.

--json prints one line a run. Broken lines, and files that are not sessions, are reported and skipped. Exit code 0
whether or not anything tripped, 2 if nothing could be read, 130 if stopped: a page is written whole or not at all.

${INPUT_FORMAT_NOTE}

example
  npx proofloop replay ~/.claude/projects --html stalls.html
`,
  run: async (input, io) => (await import("../replay/replay.ts")).replaySessions(input, io),
}
