/** What stands side by side in the cockpit. */
export const VIEWS = [
  { href: "/", name: "Runs" },
  { href: "/hooks", name: "Hooks" },
  { href: "/work#/", name: "Inbox" },
  { href: "/work#/rows", name: "Rows" },
  { href: "/work#/rates", name: "Rates" },
  { href: "/work#/processes", name: "Processes" },
] as const
