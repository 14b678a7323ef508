/** For packages of the same version: no promise holds for these names. */
export { acceptFailures, latestSession } from "./report/accept_failures.ts"
export {
  type HookReport,
  type ReportedReply,
  reportCounts,
  reportHooks,
  unjudgedText,
} from "./report/hook_report.ts"
