import type { JsonObject } from "@proofloop/foundation/text"
import { accountIdentity, openAudit } from "@proofloop/jobs/internal/pipeline"
import type { Runs } from "./store.ts"

/** Puts a decision into the audit of the state folder, with the account that took it by the system's word. */
export async function onRecord(
  { state_dir }: Pick<Runs, "state_dir">,
  did: string,
  about: JsonObject,
): Promise<void> {
  await openAudit(state_dir, Date.now).add({ by: accountIdentity(), did, about })
}
