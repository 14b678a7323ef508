export { MCP_SERVER, MCP_TOOL } from "./install/mcp_entry.ts"
export { answerHookCall, type HookCallOptions } from "./serve/answer_hook_call.ts"
export { type ServedHooks, serveHooks, type ServeHooksOptions } from "./serve/serve_hooks.ts"
