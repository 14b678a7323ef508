export type { UiChunk, UiMetadata } from "./bridges/ui_stream/chunk.ts"
export { type EventSource, toUiMessageStream, type UiStreamOptions } from "./bridges/ui_stream/ui_stream.ts"
