export { type InboxItem, inboxOf, type NeedsPerson } from "./inbox/inbox.ts"
export { type CopiedStore, type CopyOptions, copyStore } from "./store/copy/copy_store.ts"
export type { KindOfStates } from "./store/chain.ts"
export { ownName } from "./store/breakers.ts"
export { openJobStore } from "./store/open_store.ts"
export { isPostgresUrl, type PostgresPlace, readPostgresUrl } from "./store/postgres/postgres_url.ts"
export { cutOption } from "./store/read_change.ts"
export { textOption } from "./store/options.ts"
export {
  type Approval,
  type ApprovalAnswer,
  type Breaker,
  type ClaimHolder,
  type ClaimOptions,
  type Environment,
  type FieldValue,
  type JobChange,
  type JobKind,
  type JobNote,
  type JobRow,
  type JobStore,
  type JobTypes,
  type ListQuery,
  type Memory,
  type MetBreaker,
  type NewMemory,
  type Place,
  type PlacedNote,
  type Wait,
} from "./store/store.ts"
export { heldBy } from "./store/holder.ts"
export { StoreError, type StoreProblem } from "./store/store_error.ts"
export {
  dueStep,
  followers,
  type JobTable,
  leadsTo,
  type StepRule,
  type Transition,
  transitionsOf,
} from "./table/table.ts"
export { drive } from "./drive/drive.ts"
export { EnvironmentFault, type Fault, faultOf, isFinal, reasonOf } from "./drive/fault.ts"
export { type Engine, type Job, localEngine } from "./drive/job.ts"
export { type DrivenRow, drivenRow } from "./drive/driven_row.ts"
export { errorOf, keptError, type KeptError } from "./drive/kept_error.ts"
export { type Carrier, type Pass, startPass } from "./drive/queue.ts"
export { requireSpace } from "./drive/space.ts"
export { type JobStep, type StepContext, type StepOutcome, workOf } from "./drive/step.ts"
export { driveTurn, type Rest, restOf } from "./drive/turn.ts"
