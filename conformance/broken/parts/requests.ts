import type { ToolResult } from "@proofloop/runtime/internal/detector"
import type { DetectorRequest } from "./broken_detector.ts"

export const isOk = ({ ok, success, status }: ToolResult): boolean =>
  ok === undefined
    ? success === undefined
      ? status === "ok" || status === "success"
      : Boolean(success)
    : Boolean(ok)

export const isReply = (request: DetectorRequest): request is DetectorRequest & { kind: "propose" } =>
  request.kind === "propose"

export const isVerdict = (request: DetectorRequest): request is DetectorRequest & { kind: "verdict" } =>
  request.kind === "verdict"
