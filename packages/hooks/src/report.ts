export { type HookReport, type ReportedReply, reportHooks, reportText } from "./report/hook_report.ts"
