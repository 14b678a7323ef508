/** For packages of the same version: no promise holds for these names. */
export { faultOf, reasonOf } from "./drive/fault.ts"
export type { InboxItem } from "./inbox/inbox.ts"
export { ownName } from "./store/breakers.ts"
export { type CopiedStore, copyStore } from "./store/copy/copy_store.ts"
export { isPostgresUrl } from "./store/postgres/postgres_url.ts"
export type {
  Approval,
  ApprovalAnswer,
  Breaker,
  ClaimHolder,
  JobNote,
  JobTypes,
  MetBreaker,
  Wait,
} from "./store/store.ts"
export { StoreError, type StoreProblem } from "./store/store_error.ts"
