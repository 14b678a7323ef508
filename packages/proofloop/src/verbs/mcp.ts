import { configured, flag, port, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const mcp: Verb = {
  name: "mcp",
  summary: "Serve the critics as tools over MCP, or the tool that hooks call",
  positionals: [],
  options: {
    repo: value("DIR", "The work tree that is judged; default the current folder"),
    base: configured(value("REF", "Base of the change; default HEAD"), "check.base"),
    http: flag("Streamable HTTP on this machine alone, instead of stdio"),
    port: port("Port for --http; default a free one"),
    "every-critic": configured(
      flag("A tool for each critic as well; default check_change alone"),
      "mcp.every_critic",
    ),
    only: values("ID,...", "Tools for these critics and no others"),
    off: values("ID,...", "Leave these critics out of check_change"),
    hooks: flag("Serve the tool that hooks call instead; no model sees it"),
  },
  reads_config: true,
  notes: `The tool check_change judges the differences in the work tree, or a proposed change, with every critic that proofloop
check runs. With --every-critic or --only, tools such as critic_g7 ask one critic. No tool writes. A call chooses what is
judged, never how strictly. An answer has ten findings, and says how many more a higher limit gives.

With --hooks it serves the tool for \`proofloop hook install HOST --via mcp\`, which prints the host's settings.

Ends when the client goes, with exit code 0, or at Ctrl-C with 130.

example
  { "mcpServers": { "proofloop": { "command": "npx", "args": ["--no-install", "proofloop", "mcp"] } } }
`,
  run: async (input, io) =>
    input.flag("hooks")
      ? (await import("../mcp/serve_hook_tool.ts")).serveHookTool(input, io)
      : (await import("../mcp/serve_critics.ts")).serveCritics(input, io),
}
