import { each, listOf, oneOf, type Schema, STRINGS } from "./schema.ts"

const TEXT = { type: "string" }

const schedule = {
  type: "object",
  properties: {
    interval: oneOf("daily", "weekly", "monthly", "quarterly", "semiannually", "yearly", "cron"),
    day: oneOf("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    // 05:30 without quotes is a number of minutes in YAML 1.1.
    time: { type: ["string", "number"] },
    ...each("timezone cronjob", TEXT),
  },
  required: ["interval"],
}

const update = {
  type: "object",
  properties: {
    ...each("directory target-branch milestone vendor package-ecosystem multi-ecosystem-group", {
      type: ["string", "integer", "boolean"],
    }),
    ...each("assignees directories labels reviewers exclude-paths", { type: ["array", "null"] }),
    ...each("allow ignore", listOf({ type: "object" })),
    ...each("cooldown groups commit-message pull-request-branch-name", { type: "object" }),
    "insecure-external-code-execution": oneOf("allow", "deny"),
    "open-pull-requests-limit": { type: "integer", minimum: 0 },
    "rebase-strategy": oneOf("auto", "disabled"),
    "versioning-strategy": oneOf("auto", "increase", "increase-if-necessary", "lockfile-only", "widen"),
    registries: STRINGS,
    schedule,
  },
  required: ["package-ecosystem"],
  anyOf: [{ required: ["schedule"] }, { required: ["multi-ecosystem-group"] }],
  slips: [
    "package-ecosystem",
    "directory",
    "directories",
    "schedule",
    "open-pull-requests-limit",
    "target-branch",

    "rebase-strategy",
    "versioning-strategy",
    "commit-message",
    "registries",
    "reviewers",
    "assignees",
    "labels",
  ],
}

/** Version 2 of GitHub's dependabot.yml. New package ecosystems come often, so any name is accepted. */
export const dependabot: Schema = {
  type: "object",
  properties: {
    version: { enum: [2], description: "2" },
    "enable-beta-ecosystems": { type: "boolean" },
    "multi-ecosystem-groups": { type: "object" },
    registries: {
      type: "object",
      additionalProperties: { type: "object", properties: { type: TEXT }, required: ["type"] },
    },
    updates: listOf(update),
  },
  required: ["version", "updates"],
  slips: ["updates", "version", "registries"],
}
