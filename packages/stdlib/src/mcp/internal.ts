/** For packages of the same version: no promise holds for these names. */
export { unlistedToolServerFactory } from "./unlisted_tool_server.ts"
