import type { Approval } from "@proofloop/jobs"

/** The request for approval of the newest round; null: nobody asked. */
export async function newestApproval(
  store: { approvals(id: string): Promise<readonly Approval[]> },
  id: string,
): Promise<Approval | null> {
  return (await store.approvals(id)).toSorted((one, other) => other.round - one.round)[0] ?? null
}
