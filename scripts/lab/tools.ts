import { tmpdir } from "node:os"
import { join } from "node:path"
import { flag, list, neededText, oneOf, text, whole } from "./command/option.ts"
import { tool } from "./command/tool.ts"

/** Everything that measures, by name. What a tool does is loaded when it is asked for. */
export const tools = {
  bench: tool({
    about:
      "Measures speed, memory and starts, each beside something known, and holds the figures against their bars.",
    options: {
      only: list("NAME,NAME", "these benchmarks alone"),
      quick: flag("measure shortly, to see that it runs"),
    },
    run: async (asked) => (await import("./bench/bench.ts")).bench(asked),
  }),
  detection: tool({
    about: "Runs our detector and the rules of others over labelled runs, and scores the first trip of each.",
    options: {
      data: neededText("DIR", "holds trajectories/trajectories.jsonl in the plain format, and labels.jsonl"),
      samples: whole("resamples for the intervals", 2000),
      "gemini-core": text("DIR", "where @google/gemini-cli-core is installed, to run the real one as well"),
    },
    run: async ({ "gemini-core": gemini_core, ...asked }) =>
      (await import("./detection/detection.ts")).detection({ ...asked, gemini_core }),
  }),
  sessions: tool({
    about:
      "Counts the calls of recorded sessions by a second reading of their files, beside what replay reads.",
    options: {
      folder: text("DIR", "the recordings; default those of the tests"),
      show: flag("each file in which the two differ"),
    },
    run: async ({ folder = "packages/replay/src/sessions/fixtures", show }) =>
      (await import("./sessions/sessions.ts")).sessions({ folder, show }),
  }),
  testbed: tool({
    about:
      "Runs real tools on small projects in many ways, and compares the signatures that the detector keeps.",
    options: {
      only: list("TOOL,TOOL", "these tools alone"),
      folder: text(
        "DIR",
        "where npm installs the tools and outputs are kept; default in the temporary folder",
      ),
      jobs: whole("tools at a time", 2),
      show: flag("the wrong pairs, with the lines in which they differ"),
    },
    run: async ({ folder = join(tmpdir(), "proofloop-testbed"), ...asked }) =>
      (await import("./testbed/testbed.ts")).testbed({ ...asked, folder }),
  }),
  mistakes: tool({
    about:
      "Makes mistakes that models make, and harmless edits, in files of a repository; counts what a check sees.",
    options: {
      repository: text("DIR", "a checkout; nothing in it changes"),
      seed: whole("which files and places", 1, 0),
      count: whole("changes of each kind in each language", 1),
      only: list("NAME,NAME", "these kinds or topics alone"),
      harmless: flag("the harmless edits alone"),
      keep: text("DIR", "keeps the files there as the edits leave them"),
      "add-up": list("FILE,FILE", "adds up the JSON of earlier reports in place of making any"),
    },
    run: async ({ "add-up": add_up, ...asked }) =>
      (await import("./mistakes/mistakes.ts")).mistakes({ ...asked, add_up }),
  }),
  commits: tool({
    about:
      "Judges human commits of a repository by the critics of a default check, with the lines of each finding.",
    options: {
      repository: text("DIR", "a git repository; it is cloned"),
      count: whole("how many commits, spread evenly over its history", undefined),
      seed: whole("which commit of each stretch", 1, 0),
      keep: text("FILE", "keeps the judgements there after each commit, and goes on from them"),
      command: flag("each by a process of proofloop check"),
      "add-up": list("FILE,FILE", "adds up what --keep has written in place of judging"),
      verdicts: text(
        "FILE",
        'what a reader said: {"REPOSITORY COMMIT CRITIC": "true", "arguable" or "false"}',
      ),
    },
    run: async ({ "add-up": add_up, ...asked }) =>
      (await import("./commits/commits.ts")).commits({ ...asked, add_up }),
  }),
  ladder: tool({
    about: "Works small repositories with known bugs off by a weak worker, without the gate and with it.",
    options: {
      rung: whole("this rung alone", undefined, 0),
      runs: whole("runs of each", 1),
      gate: oneOf(["on", "off", "both"], "with or without the gate", "both"),
      "base-url": text("URL", "a real model at an OpenAI-compatible endpoint; key in OPENAI_API_KEY"),
      model: text("NAME", "the model there"),
      scorecards: text("DIR", "a card of each run, never over another"),
    },
    run: async ({ "base-url": base_url, ...asked }) =>
      (await import("./ladder/ladder.ts")).ladder({ ...asked, base_url }),
  }),
  world: tool({
    about:
      "Carries a known bug of a real repository to its verified end by the command, through a kill and a fresh clone.",
    options: {
      repository: neededText("DIR", "a git repository; it is cloned"),
      scenario: neededText("FILE", "the bug, the feedback or subtasks, and the replies of the models"),
      "unsafe-host-runner": flag("commands run with your rights, without a sandbox"),
      keep: flag("leave the folder with clones, store and forge"),
    },
    run: async ({ "unsafe-host-runner": unsafe_host_runner, ...asked }) =>
      (await import("./world/world.ts")).world({ ...asked, unsafe_host_runner }),
  }),
  fleet: tool({
    about:
      "Works a fleet off by several processes over Postgres, which are killed, stopped and cut off, to one merged pull request each.",
    options: {
      repositories: whole("how many small ones", 100),
      workers: whole("processes, each with a folder of its own", 3),
      concurrency: whole("turns at a time of each", 2),
      "kill-every": whole("seconds between two kill -9", 10),
      minutes: whole("the longest time", 30),
      calm: flag("without troubles"),
      older: text("DIR", "a checkout of another release, of which one more worker runs"),
      database: text("URL", "a Postgres of yours, such as one behind a pooler; it is not restarted"),
      keep: flag("leave the folder with forges and logs"),
    },
    run: async ({ "kill-every": kill_every, ...asked }) =>
      (await import("./fleet/fleet.ts")).fleet({ ...asked, kill_every }),
  }),
  simulation: tool({
    about: "Plays whole runs in virtual time, with faults and kills from a seed, and looks at invariants.",
    options: {
      schedules: whole("how many", 1000),
      from: whole("the first seed; without it a random one", undefined, 0),
      seed: whole("this seed alone, with its timeline", undefined, 0),
      workers: whole("processes; without it one a core", undefined),
    },
    run: async (asked) => (await import("./simulation/simulation.ts")).simulation(asked),
  }),
  broken: tool({
    about: "Plays the conformance cases against implementations that are broken on purpose.",
    options: {
      "every-case": flag("every case against every one, in minutes"),
      only: text("TEXT", "those with the text in their sentence; what is idle is not told then"),
    },
    run: async ({ "every-case": every_case, ...asked }) =>
      (await import("./broken/broken.ts")).broken({ ...asked, every_case }),
  }),
  attacks: tool({
    about: "Plays attacks on a proof by a stranger, and honest runs, each in a repository of its own.",
    options: {
      only: list("TEXT,TEXT", "those with one of the texts in their class and id"),
      folder: text("DIR", "where npm installs the runners; default in the temporary folder"),
    },
    run: async ({ folder = join(tmpdir(), "proofloop-attacks"), ...asked }) =>
      (await import("./attacks/attacks.ts")).attacks({ ...asked, folder }),
  }),
  hosts: tool({
    about: "Runs the real agents that hooks are for on scripted models, with our hooks in their settings.",
    options: {
      folder: neededText("DIR", "where the agents are, and where npm installs those that are missing"),
      only: list("HOST,HOST", "these agents alone"),
      scenarios: list("NAME,NAME", "these sessions alone"),
      via: oneOf(["command", "mcp"], "how the agent reaches the hooks", "command"),
      keep: text("DIR", "keeps the sessions there, each with a recording of its hooks"),
    },
    run: async (asked) => (await import("./hosts/hosts.ts")).hosts(asked),
  }),
  bridges: tool({
    about:
      "Compiles and runs a program for each library that hooks bridge to, at its oldest and newest version.",
    options: { only: list("TEXT,TEXT", "packages and versions with one of these texts") },
    run: async (asked) => (await import("./bridges/bridges.ts")).bridges(asked),
  }),
  pictures: tool({
    about: "Draws the pictures of the docs; those of pages need Chromium.",
    options: {
      only: oneOf(["demo", "replay", "cockpit"], "these alone", undefined),
      to: text("DIR", "where to; default .cache/lab/pictures"),
    },
    run: async ({ to = ".cache/lab/pictures", only }) =>
      (await import("./pictures/pictures.ts")).pictures({ to, only }),
  }),
}
