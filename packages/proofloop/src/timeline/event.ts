import type { EventBase, EventBody, LoopEventType } from "@proofloop/runtime/internal"

export type EventOf<Type extends LoopEventType> = EventBase & Extract<EventBody, { readonly type: Type }>
