import { oneLine } from "@proofloop/foundation/text"
import type { InboxItem } from "@proofloop/jobs/internal"
import { feedbackInbox } from "@proofloop/jobs/internal/feedback"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { createStyle } from "../terminal/style.ts"
import { cutTable } from "../terminal/table.ts"
import { minute } from "../terminal/text.ts"
import { withFoundStore } from "./store.ts"

/** `feedback inbox`: what waits for a person, with the action for each. */
export async function showInbox(input: Input, io: Io): Promise<number> {
  const tell = (items: readonly InboxItem[]): number => {
    const style = createStyle(io.stdout, io.env)
    const text = items.flatMap((item) => [
      cutTable(
        [
          [
            style.bold(item.row_id ?? "-"),
            oneLine(item.why),
            style.dim(minute(item.since)),
            oneLine(item.text),
          ],
        ],
        3,
        style.width,
      ),
      ...waysOut(item).map((way) => style.dim(`    ${way}\n`)),
    ])
    io.stdout.write(
      input.json ? `${JSON.stringify({ inbox: items })}\n` : text.join("") || "Nothing waits for a person.\n",
    )
    return items.length === 0 ? EXIT_CODES.clean : EXIT_CODES.escalate
  }
  return withFoundStore(
    input,
    io,
    async (store) => tell(await feedbackInbox(store)),
    () => tell([]),
  )
}

function waysOut({ action, row_id }: InboxItem): readonly string[] {
  const own = (verb: string) => `npx proofloop feedback ${verb} ${row_id ?? ""}`
  const commands: Readonly<Record<string, readonly string[]>> = {
    process: [own("process"), `${own("reject")} --reason TEXT`],
    approve: [own("approve"), `${own("reject")} --reason TEXT`],
    retry: [`${own("process")} --retry`, `${own("reject")} --reason TEXT`],
    revert: [own("revert")],
    merge: ["merge it, or close it"],
    bring_up_to_date: ["bring its branch up to date, or close it"],
    mend: ["it is tried again by itself once it is back"],
  }
  return commands[action] ?? [action]
}
