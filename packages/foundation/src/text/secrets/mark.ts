export const MARK = "[redacted]"
