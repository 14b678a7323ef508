export { type InboxItem, inboxOf, type NeedsPerson } from "./inbox/inbox.ts"
export { openJobStore } from "./store/open_store.ts"
export { cutOption } from "./store/read_change.ts"
export { isPlainObject, textOption } from "./store/options.ts"
export {
  type Approval,
  type ApprovalAnswer,
  type Breaker,
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
  type NewMemory,
  type Place,
  type Wait,
} from "./store/store.ts"
export { StoreError, type StoreProblem } from "./store/store_error.ts"
export {
  dueStep,
  followers,
  type JobTable,
  leadsTo,
  RETRY,
  type StepRule,
  type Transition,
  transitionsOf,
} from "./table/table.ts"
export { drive, type Driven } from "./drive/drive.ts"
export { EnvironmentFault, type Fault, faultOf, isFinal, reasonOf } from "./drive/fault.ts"
export { type Engine, type Job, localEngine } from "./drive/job.ts"
export { type DrivenRow, type Pass, startPass } from "./drive/queue.ts"
export { type JobStep, type StepContext, type StepOutcome, workOf } from "./drive/step.ts"
