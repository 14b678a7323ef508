/** For packages of the same version: no promise holds for these names. */
export { MCP_SERVER, MCP_TOOL } from "./install/mcp_entry.ts"
export { answerHookCall } from "./serve/answer_hook_call.ts"
export { serveHooks } from "./serve/serve_hooks.ts"
