export { type Cockpit, type CockpitOptions, startCockpit } from "./cockpit/cockpit.ts"
export type { ProcessOptions } from "./cockpit/processes/process_list.ts"
export { isLoopback } from "./cockpit/security/loopback.ts"
export { remembered } from "./cockpit/sources/remembered.ts"
export type { InboxEntry, RowAction, RowLine } from "./cockpit/sources/row_line.ts"
export type { Link, Tone } from "./kit/tone.ts"
export {
  ActionRefused,
  type GivenAction,
  type RateGroup,
  type RowDiff,
  type RowNote,
  type RowQuery,
  type RowSource,
} from "./cockpit/sources/source.ts"
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
} from "./cockpit/sources/row_view.ts"
