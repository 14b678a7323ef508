export { criticServerFactory, type CriticServerOptions } from "./critic_server.ts"
export { type HttpHandle, type HttpOptions, serveHttp } from "./serve_http.ts"
export { serveStdio } from "./serve_stdio.ts"
export { toolServerFactory, type ToolServerOptions } from "./tool_server.ts"
