export {
  type HookReport,
  reportCounts,
  type ReportedReply,
  reportHooks,
  reportText,
  unjudgedText,
} from "./report/hook_report.ts"
