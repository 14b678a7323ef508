import { flag, port, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { STATE_OPTION } from "../pipeline/options.ts"

export const ui: Verb = {
  name: "ui",
  summary: "Serve the cockpit: one local page with what waits for a person, the evidence, and what is alive",
  positionals: [],
  options: {
    ...STATE_OPTION,
    feedback: values(
      "PLACE",
      "Feedback: a folder that keeps some, a file or URL; default .proofloop/feedback.db in the current folder",
    ),
    port: port("Default 4400; 0 for a free one"),
    host: value(
      "ADDRESS",
      "Address to listen at; default 127.0.0.1. With any other one, reading needs the token",
    ),
    token: value("FILE", "File with the token for actions, made if missing; default $PROOFLOOP_UI_TOKEN"),
    "read-only": flag("Allow no action, even with a token"),
  },
  notes: `Without a token the page is read-only. With one it approves and rejects plans, gives runs up, and starts processes of
proofloop. The token is never an argument, which other users of the machine could read. A link with it is printed once; the
browser does not send the part behind "#".

Nothing outside this machine can reach the page, unless --host says so. Behind another address the traffic is not encrypted:
put a proxy with TLS in front.

With --json the address is a line of standard output. Ends at Ctrl-C with 130.

example
  npx proofloop ui --token ~/.proofloop/ui-token
`,
  run: async (input, io) => (await import("../ui/serve_ui.ts")).serveUi(input, io),
}
