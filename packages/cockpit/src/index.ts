export { type Cockpit, type CockpitOptions, startCockpit } from "./cockpit.ts"
export type { ProcessOptions } from "./processes/process_list.ts"
export { isLoopback } from "./security/loopback.ts"
export { remembered } from "./sources/remembered.ts"
export type { InboxEntry, Link, RowAction, RowLine, Tone } from "./sources/row_line.ts"
export {
  ActionRefused,
  type GivenAction,
  type NewRow,
  type RateGroup,
  type RowDiff,
  type RowNote,
  type RowQuery,
  type RowSource,
} from "./sources/source.ts"
export type {
  ChainHead,
  Comparison,
  Evidence,
  Fact,
  JournalEntry,
  LiveLoop,
  Proof,
  RowLive,
  RowView,
  ShownNote,
  Side,
  Verdict,
} from "./sources/row_view.ts"
