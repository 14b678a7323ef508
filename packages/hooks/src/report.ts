export { acceptFailures, latestSession, type LatestSession } from "./report/accept_failures.ts"
export {
  type HookReport,
  reportCounts,
  type ReportedReply,
  reportHooks,
  reportText,
  unjudgedText,
} from "./report/hook_report.ts"
