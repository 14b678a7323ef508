export {
  SSE_HEADERS,
  type SseOptions,
  type SseSource,
  toSseResponse,
  toSseStream,
} from "./bridges/sse/sse.ts"
