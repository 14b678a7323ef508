/** What stands where a secret stood. */
export const MARK = "[redacted]"
