import type { HostName } from "../events/host_event.ts"

/** A file of settings as people have them. */
export interface SettingsSample {
  readonly name: string
  readonly host: HostName
  readonly text: string
}

/** Settings in the unusual style of a person or an editor. */
export const ODD_SETTINGS: readonly SettingsSample[] = [
  { name: "nothing", host: "claude-code", text: "" },
  { name: "white space", host: "claude-code", text: "  \n\n" },
  { name: "the mark of UTF-8 alone", host: "gemini-cli", text: "\uFEFF" },
  {
    name: "indented by no rule",
    host: "claude-code",
    text: `  {
"model":"opus" ,
      "hooks"   :
   { "Stop":[ {"hooks" : [
        {"type":"command","command":"a"}] }
     ]
 ,  "PostToolUse" : [] }
}
`,
  },
  {
    name: "commas first",
    host: "gemini-cli",
    text: `{
    "a": 1
  , "hooks": {
        "AfterTool": [ { "hooks": [] }
        ]
      , "AfterAgent": []
    }
}`,
  },
  {
    name: "commas after the last",
    host: "gemini-cli",
    text: `{
  "ui": {},
  "hooks": {
    "AfterAgent": [
      { "hooks": [{ "type": "command", "command": "a" }], }, // the last
    ],
  },
}
`,
  },
  {
    name: "a comma after the last on a line of its own",
    host: "gemini-cli",
    text: `{
  "hooks": {
    "AfterAgent": []
    // why
    ,
    // the end
  }
}
`,
  },
  {
    name: "comments in empty places",
    host: "gemini-cli",
    text: `// settings
{
  "hooks": {
    // none yet
  }, /* none */
  "x": [ /* nothing */ ]
}
// the end
`,
  },
  {
    name: "a comment in an empty list",
    host: "gemini-cli",
    text: `{ "hooks": { "AfterAgent": [ /* none */ ],\n "BeforeAgent": [] } }`,
  },
  { name: "comments alone", host: "gemini-cli", text: "{\n  // to be filled\n}\n" },
  {
    name: "a name twice, elsewhere",
    host: "claude-code",
    text: `{
  "env": { "A": "1", "A": "2" },
  "model": "a",
  "model": "b",
  "hooks": { "Notification": [], "Notification": [] }
}
`,
  },
  {
    name: "hooks named otherwise deep inside",
    host: "claude-code",
    text: `{
  "pluginConfigs": { "x": { "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "deep" }] }] } } },
  "hooks": { "Stop": [{ "hooks": [{ "type": "http", "url": "http://127.0.0.1:9/stop" }] }] }
}`,
  },
  {
    name: "signs of all the world",
    host: "claude-code",
    text: `{
  "language": "日本語",
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "echo \\"fertig – ✅ \\u00fc\\" \\\\ $HOME \`date\`" }] }]
  }
}
`,
  },
  {
    name: "hooks that look like ours",
    host: "claude-code",
    text: `{
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "npx proofloop check --json" }] }],
    "PostToolBatch": [{ "hooks": [{ "type": "command", "command": "~/.proofloop/hooks/mine.sh" }] }]
  }
}
`,
  },
  { name: "on two lines", host: "claude-code", text: `{"model":"a",\n"hooks":{"Stop":[{"hooks":[]}]}}` },
  { name: "empty lines between", host: "claude-code", text: `\n\n{\n\n  "a": 1,\n\n\n  "b": {}\n\n}\n\n\n` },
  {
    name: "spaces at the ends of lines",
    host: "claude-code",
    text: `{  \n  "a": 1,   \n  "hooks": {   \n  }   \n}   \n`,
  },
  {
    name: "mixed line breaks",
    host: "claude-code",
    text: `{\r\n  "a": 1,\n  "hooks": {\r\n    "Stop": []\n  }\r\n}\n`,
  },
  {
    name: "keys with dots and slashes",
    host: "qwen-code",
    text: `{"a.b/c~1":{"":1},"hooks":{"":[],"Stop":[]}}`,
  },
  {
    name: "a prototype's name",
    host: "claude-code",
    text: `{\n  "__proto__": { "hooks": {} },\n  "constructor": 1\n}\n`,
  },
  {
    name: "numbers of any form",
    host: "claude-code",
    text: `{\n    "n": [1e400, -0.0, 12345678901234567890],\n    "t": true\n}`,
  },
  {
    name: "a group of another tool with several handlers",
    host: "qwen-code",
    text: `{
    "hooks": {
        "PostToolBatch": [
            {"hooks": [{"type": "command", "command": "one"}, {"type": "command", "command": "two"}]},
            {"hooks": [{"type": "http", "url": "https://example.com"}]}
        ],
        "Stop": [{"hooks": []}]
    }
}
`,
  },
  {
    name: "cursor, a comment behind the last",
    host: "cursor",
    text: `{
  "hooks": {
    "stop": [
      { "command": "a" } // ours
      // more to come
    ]
  }
}
`,
  },
]
