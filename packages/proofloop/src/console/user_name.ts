import { userInfo } from "node:os"

export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "somebody"
  }
}
