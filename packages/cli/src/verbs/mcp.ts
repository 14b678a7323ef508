import { configured, flag, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const mcp: Verb = {
  name: "mcp",
  summary: "Serve the critics as tools over MCP, or the tool that hooks call",
  positionals: [],
  options: {
    repo: value("DIR", "The work tree that is judged; default the current folder"),
    base: configured(value("REF", "What it differs from; default HEAD"), "check.base"),
    http: flag("Streamable HTTP on this machine alone, instead of stdio"),
    port: value("N", "Port for --http; default a free one"),
    "every-critic": configured(
      flag("A tool for each critic as well; default check_change alone"),
      "mcp.every_critic",
    ),
    only: values("ID,...", "Tools for these critics and no others"),
    off: values("ID,...", "Leave these critics out of check_change"),
    hooks: flag("In place of the critics, the tool that hooks call; no model sees it"),
  },
  reads_config: true,
  notes: `The tool check_change judges what differs in the work tree, or a change that is only proposed, with every critic that
proofloop check runs; critic_g7 and its like, with --every-critic or --only, ask one critic. None writes. Calls say what
is judged, never how strictly. An answer has ten findings, and says how many more a call with a higher limit gets.

With --hooks: what \`proofloop hook install HOST --via mcp\` needs; it says how the host is told of the server.

Ends when the client goes, with exit code 0, or at Ctrl-C with 130.

example
  { "mcpServers": { "proofloop": { "command": "npx", "args": ["--no-install", "proofloop", "mcp"] } } }
`,
  run: async (input, io) =>
    input.flag("hooks")
      ? (await import("../mcp/serve_hook_tool.ts")).serveHookTool(input, io)
      : (await import("../mcp/serve_critics.ts")).serveCritics(input, io),
}
