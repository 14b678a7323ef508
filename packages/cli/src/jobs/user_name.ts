import { userInfo } from "node:os"

/** Who answers, unless somebody else is named. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "somebody"
  }
}
