import { count, flag, value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import type * as FleetActions from "../fleet/actions.ts"
import { FLEET_RUN_OPTIONS } from "../fleet/options.ts"
import { STATE_OPTION } from "../pipeline/options.ts"
import { copy } from "./copy.ts"

function action(name: string, run: keyof typeof FleetActions, verb: Omit<Verb, "name" | "run">): Verb {
  return {
    name: `fleet ${name}`,
    ...verb,
    run: async (input, io) => (await import("../fleet/actions.ts"))[run](input, io),
  }
}

const actions: readonly Verb[] = [
  action("run", "runFleet", {
    summary: "Work on the runs of many repositories until the fleet is drained",
    positionals: ["[FILE]"],
    options: FLEET_RUN_OPTIONS,
    notes: `FILE has a repository on each line, or it is JSON: a list of { url, base, switches, check, cap }. Several processes may work on one state folder. A turn that is interrupted goes on
between two effects in the next process.

exit codes
  0 drained, or with --once every run waits   2 misuse   3 stopped by fleet stop   130 interrupted

example
  npx proofloop fleet run repositories.txt --model qwen3-coder --base-url http://127.0.0.1:11434/v1
`,
  }),
  action("status", "showFleet", {
    summary: "Show workers, runs by state, unavailable services, and the costs of today",
    positionals: [],
    options: STATE_OPTION,
    notes: "",
  }),
  action("look", "lookAgain", {
    summary: "Try unavailable services again now, such as after a token was renewed",
    positionals: [],
    options: STATE_OPTION,
    notes: `One run tries each of them, and the others wait for the result. Without this, each is tried when its time is over.

exit codes
  0 the next run tries them, or every service is available   2 misuse
`,
  }),
  action("drain", "drainFleet", {
    summary: "Let the workers that run now end, and wait for it",
    positionals: [],
    options: { wait: count("SECONDS", "Longest wait; default 30", { least: 0 }), ...STATE_OPTION },
    notes: `Workers that start later go on working.

exit codes
  0 all have ended   2 misuse   3 some still work
`,
  }),
  action("stop", "stopFleet", {
    summary: "Hold every run of the state folder still, whoever drives it",
    positionals: [],
    options: {
      lift: flag("Let runs go on again"),
      reason: value("TEXT", "Why; kept in the record of decisions"),
      ...STATE_OPTION,
    },
    notes:
      "It is the file `stop` in the state folder. Each decision stands in audit.jsonl, with the account that took it.\n",
  }),
  copy,
]

export const fleet: Verb = {
  name: "fleet",
  summary: "Run pipelines over many repositories, fairly and within budgets",
  positionals: ["ACTION"],
  options: {},
  actions,
  notes: `The commands of a repository run in a sandbox that sees neither keys nor tokens nor other processes.

example
  npx proofloop fleet run --owner acme --github-app 123 --github-app-key key.pem --model-requests 60
`,
  async run() {
    throw new Error("fleet has actions")
  },
}
