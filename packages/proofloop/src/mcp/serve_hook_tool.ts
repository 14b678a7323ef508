import { answerHookCall, MCP_SERVER, MCP_TOOL } from "@proofloop/hooks/internal/serve"
import { unlistedToolServerFactory } from "@proofloop/stdlib/internal/mcp"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { version } from "../console/version.ts"
import { homeOf } from "../hook/host_argument.ts"
import { overStdio } from "./serve_critics.ts"

/** Serves the tool that hooks of Claude Code and Codex call, until the client goes. Throws Misuse for options of the critics. */
export async function serveHookTool(input: Input, io: Io): Promise<number> {
  const others = ["repo", "base", "port", "only", "off"].filter((name) => input.isArgument(name))
  const named = [...others, ...(input.flag("http") ? ["http"] : [])]
  if (named.length > 0) throw new Misuse(`--hooks and --${named[0]} exclude each other`)
  const home = homeOf(io)
  const factory = unlistedToolServerFactory({
    name: MCP_SERVER,
    version: version(),
    tool: MCP_TOOL,
    answer: (given) => answerHookCall(given, { home, version: version() }),
  })
  return overStdio(factory, io, (error) => {
    io.stderr.write(`mcp: ${error.message}\n`)
  })
}
