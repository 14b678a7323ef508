export { criticServerFactory, type CriticServerOptions } from "./mcp/critic_server.ts"
export { type HttpHandle, type HttpOptions, serveHttp } from "./mcp/serve_http.ts"
export { serveStdio } from "./mcp/serve_stdio.ts"
export { toolServerFactory, type ToolServerOptions } from "./mcp/tool_server.ts"
