export { type CriticServerOptions, criticServerFactory } from "./critic_server.ts"
export { serveHttp } from "./serve_http.ts"
export { serveStdio } from "./serve_stdio.ts"
export { type ToolServerOptions, toolServerFactory } from "./tool_server.ts"
