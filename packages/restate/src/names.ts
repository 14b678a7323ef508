/** The services as Restate knows them. */
export const ROW = { name: "proofloop_row" } as const
export const REPOSITORY = { name: "proofloop_repository" } as const
export const NEWS = { name: "proofloop_news" } as const
