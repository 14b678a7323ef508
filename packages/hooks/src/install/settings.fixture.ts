import { parse } from "jsonc-parser"
import { LAUNCHER_NAME } from "./launcher.ts"
import { ODD_SETTINGS, type SettingsSample } from "./odd_settings.fixture.ts"

const json = (value: unknown, indent: string | number = 2): string =>
  `${JSON.stringify(value, null, indent)}\n`

const command = (text: string, more: object = {}): object => ({ type: "command", command: text, ...more })

const CLAUDE_FULL = {
  $schema: "https://json.schemastore.org/claude-code-settings.json",
  model: "opus",
  permissions: {
    allow: ["Bash(npm run lint)", "Bash(npm test:*)", "Read(~/.zshrc)"],
    deny: ["Read(./.env)", "Read(./secrets/**)"],
    defaultMode: "acceptEdits",
  },
  env: { ANTHROPIC_API_KEY: "sk-ant-api03-0123456789abcdef", DISABLE_TELEMETRY: "1" },
  hooks: {
    PreToolUse: [{ matcher: "Bash", hooks: [command("jq -r .tool_input.command >> ~/.claude/log.txt")] }],
    PostToolUse: [
      {
        matcher: "Edit|Write",
        hooks: [command("npx prettier --write"), command("./lint.sh", { timeout: 30 })],
      },
    ],
    Stop: [{ hooks: [command("afplay /System/Library/Sounds/Glass.aiff")] }],
    Notification: [{ matcher: "", hooks: [command("notify-send 'Claude' \"needs you\"")] }],
  },
  statusLine: { type: "command", command: "~/.claude/statusline.sh", padding: 0 },
  enabledPlugins: { "formatter@acme": true },
}

const GEMINI_COMMENTED = `{
  // the theme
  "ui": { "theme": "GitHub" }, // light
  /* folder trust
     is off on purpose */
  "security": {
    "folderTrust": { "enabled": false },
    "auth": { "selectedType": "gemini-api-key" }
  },
  "hooks": {
    "AfterTool": [
      {
        "matcher": "write_file|replace",
        "hooks": [
          // ours
          { "name": "fmt", "type": "command", "command": "$GEMINI_PROJECT_DIR/fmt.sh", "timeout": 5000 } // five seconds
        ]
      } // formatters
    ] // one event
  } // hooks
}
`

const QWEN_TABS = json(
  {
    model: { name: "qwen3-coder" },
    tools: { approvalMode: "yolo" },
    hooks: { Stop: [{ hooks: [command("true")] }] },
  },
  "\t",
)

const CURSOR_OWN = {
  version: 1,
  hooks: {
    afterFileEdit: [{ command: "./hooks/format.sh" }],
    stop: [{ command: "./hooks/audit.sh", loop_limit: 3 }, { command: "say done" }],
    postToolUse: [{ command: "a", matcher: "Shell" }],
  },
}

const CODEX_HOOKS = {
  description: "Hooks of the team",
  hooks: {
    SessionStart: [
      {
        matcher: "startup|resume",
        hooks: [command("python3 ~/.codex/hooks/start.py", { statusMessage: "Loading" })],
      },
    ],
    PostToolUse: [{ matcher: "Bash", hooks: [command("/usr/bin/python3 post.py")] }],
  },
}

const huge = {
  ...CLAUDE_FULL,
  permissions: { allow: Array.from({ length: 4000 }, (_, index) => `Bash(make target-${index}:*)`) },
}

const PLAIN: readonly SettingsSample[] = [
  { name: "claude, all of it", host: "claude-code", text: json(CLAUDE_FULL) },
  { name: "claude, four spaces", host: "claude-code", text: json(CLAUDE_FULL, 4) },
  { name: "claude, tabs", host: "claude-code", text: json(CLAUDE_FULL, "\t") },
  { name: "claude, three spaces", host: "claude-code", text: json(CLAUDE_FULL, 3) },
  { name: "claude, minified", host: "claude-code", text: JSON.stringify(CLAUDE_FULL) },
  {
    name: "claude, minified with a line break",
    host: "claude-code",
    text: `${JSON.stringify(CLAUDE_FULL)}\n`,
  },
  { name: "claude, no final line break", host: "claude-code", text: json(CLAUDE_FULL).trimEnd() },
  {
    name: "claude, line breaks of Windows",
    host: "claude-code",
    text: json(CLAUDE_FULL).replaceAll("\n", "\r\n"),
  },
  { name: "claude, mark of UTF-8", host: "claude-code", text: `\uFEFF${json(CLAUDE_FULL)}` },
  {
    name: "claude, mark and Windows",
    host: "claude-code",
    text: `\uFEFF${json(CLAUDE_FULL).replaceAll("\n", "\r\n")}`,
  },
  { name: "claude, huge", host: "claude-code", text: json(huge) },
  { name: "claude, no hooks", host: "claude-code", text: json({ model: "sonnet", env: {} }) },
  { name: "claude, hooks empty", host: "claude-code", text: json({ hooks: {}, model: "sonnet" }) },
  {
    name: "claude, events empty",
    host: "claude-code",
    text: json({ hooks: { Stop: [], PostToolBatch: [] } }),
  },
  { name: "claude, an empty object", host: "claude-code", text: "{}" },
  { name: "claude, an empty object and a line", host: "claude-code", text: "{}\n" },
  { name: "claude, an open empty object", host: "claude-code", text: "{\n}\n" },
  { name: "claude, an empty object with a space", host: "claude-code", text: "{ }" },
  { name: "gemini, comments everywhere", host: "gemini-cli", text: GEMINI_COMMENTED },
  { name: "gemini, comments, Windows", host: "gemini-cli", text: GEMINI_COMMENTED.replaceAll("\n", "\r\n") },
  { name: "gemini, comments, no final line break", host: "gemini-cli", text: GEMINI_COMMENTED.trimEnd() },
  { name: "gemini, comments, mark", host: "gemini-cli", text: `\uFEFF${GEMINI_COMMENTED}` },
  { name: "gemini, comments, tabs", host: "gemini-cli", text: GEMINI_COMMENTED.replaceAll("  ", "\t") },
  { name: "qwen, tabs", host: "qwen-code", text: QWEN_TABS },
  { name: "qwen, tabs, Windows", host: "qwen-code", text: QWEN_TABS.replaceAll("\n", "\r\n") },
  { name: "cursor, hooks of its own", host: "cursor", text: json(CURSOR_OWN) },
  { name: "cursor, no version", host: "cursor", text: json({ hooks: CURSOR_OWN.hooks }, 4) },
  { name: "cursor, no hooks", host: "cursor", text: json({ version: 1 }) },
  { name: "cursor, minified", host: "cursor", text: JSON.stringify(CURSOR_OWN) },
  { name: "codex, hooks of a team", host: "codex", text: json(CODEX_HOOKS) },
  { name: "codex, minified", host: "codex", text: JSON.stringify(CODEX_HOOKS) },
  { name: "codex, Windows, tabs", host: "codex", text: json(CODEX_HOOKS, "\t").replaceAll("\n", "\r\n") },
  {
    name: "copilot, a file of the same name",
    host: "copilot",
    text: json({ version: 1, hooks: { stop: [] } }),
  },
]

export const SETTINGS_SAMPLES: readonly SettingsSample[] = [...PLAIN, ...ODD_SETTINGS]

/** The comments of settings, in order. */
export function commentsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?<![:"$])\/\/ [^\n\r"]*|\/\*[^*]*\*\//g)].map(([comment]) => comment.trimEnd())
}

/** The settings beside our hooks; empty lists of hooks do not count. */
export function valueWithoutOurs(text: string): unknown {
  return withoutOurs(parse(text.replace(/^\uFEFF/, "")) ?? {})
}

function withoutOurs(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((member) => !JSON.stringify(member).includes(LAUNCHER_NAME)).map(withoutOurs)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutOurs(member)] as const)
  return Object.fromEntries(
    members.filter(([name, member]) => name !== "version" && !["[]", "{}"].includes(JSON.stringify(member))),
  )
}
