import type { Verb } from "../arguments/verb.ts"

export const mcp: Verb = {
  name: "mcp",
  summary: "Serve the critics as tools over MCP",
  positionals: [],
  options: {
    repo: { type: "string", value: "DIR", doc: "The work tree that is judged; default the current folder" },
    base: { type: "string", value: "REF", doc: "What it differs from; default HEAD" },
    http: { type: "boolean", doc: "Streamable HTTP on this machine alone, instead of stdio" },
    port: { type: "string", value: "N", doc: "Port for --http; default a free one" },
    only: { type: "string", value: "ID,...", multiple: true, doc: "Tools for these critics and no others" },
    off: { type: "string", value: "ID,...", multiple: true, doc: "Leave these critics out of check_change" },
  },
  notes: `Tools: check_change judges what differs in the work tree, or a change that is only proposed, with every critic that
proofloop check runs; critic_g7 and its like ask one critic. None writes. Calls say what is judged, never how strictly.

Ends when the client goes, with exit code 0, or at Ctrl-C with 130.

example
  { "mcpServers": { "proofloop": { "command": "npx", "args": ["-y", "proofloop", "mcp"] } } }
`,
  async run(input, io) {
    const { serveCritics } = await import("../mcp/serve_critics.ts")
    return serveCritics(input, io)
  },
}
