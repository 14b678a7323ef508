import type { Tool } from "./tool.ts"
import { checkers } from "./tools/checkers.ts"
import { javascriptTests } from "./tools/javascript_tests.ts"
import { otherTests } from "./tools/other_tests.ts"

/** The tools of the bed, one row each. */
export const tools: readonly Tool[] = [...javascriptTests, ...otherTests, ...checkers]
