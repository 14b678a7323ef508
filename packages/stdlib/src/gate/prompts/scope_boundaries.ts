import { dataBlock } from "../../prompts/data_block.ts"

/** The scope block of a worker prompt (G4), with worked examples of the rules that weak models break (G5). */
export function scopeBoundaries(hints: readonly string[]): string {
  const fence =
    hints.length === 0
      ? "No file is listed for this task: touch only the one file the description is about."
      : `The files to touch are:\n${dataBlock(hints.join("\n"))}`
  return `## SCOPE BOUNDARIES

Six rules. A patch that breaks one of them is thrown away.
${fence}

${[FILES, IMPORTS, SIGNATURES, DEFINITIONS, REFERENCES, SMALLEST].join("\n\n")}`
}

const FILES = `1. Stay inside the listed files. Do not create, change or delete any other file, not even to tidy up.
   WRONG: the task lists src/db.py, the patches change src/db.py and pyproject.toml.
   RIGHT: the patches change src/db.py and nothing else.`

const IMPORTS = `2. Add no new import, use or require at the top of a file unless the task asks for a new dependency. What you import may not be installed.
   WRONG (Python): the file uses sqlite3, the patch brings in \`import psycopg2\`.
   WRONG (JavaScript): \`import axios from "axios"\` where the file calls \`fetch\`.
   WRONG (Go): \`import "github.com/jmoiron/sqlx"\` where the file uses \`database/sql\`.
   WRONG (Rust): \`use anyhow::Result;\` where Cargo.toml does not list anyhow.
   RIGHT: solve it with what the file already has.`

const SIGNATURES = `3. Keep every public signature: the names, the order and the number of parameters, and what is returned. Others call it.
   WRONG: \`find_user(conn, name)\` becomes \`find_user(conn, name, strict)\`.
   RIGHT: the body changes, the first line does not.`

const DEFINITIONS = `4. Delete no definition the task does not name. You return the whole file, so every function, class and fixture that was in it must be in it again, word for word.
   WRONG:
   \`\`\`python
   # connect() and create_tables() remain unchanged        <- a lie: they are gone
   def find_user(conn, name):
       return conn.execute("SELECT * FROM users WHERE name = ?", (name,)).fetchone()
   \`\`\`
   RIGHT:
   \`\`\`python
   def connect(path):
       conn = sqlite3.connect(path)
       conn.row_factory = sqlite3.Row
       return conn

   def create_tables(conn):
       conn.execute("CREATE TABLE users (name TEXT)")

   def find_user(conn, name):
       return conn.execute("SELECT * FROM users WHERE name = ?", (name,)).fetchone()
   \`\`\`
   A comment keeps nothing. If you write "X remains unchanged" and X is not in your file, X is deleted and its callers fail when they are loaded.`

const REFERENCES = `5. Name only what exists. Each symbol you import from another file of this project must be defined there now.
   WRONG: \`from src.db import find_user_safe\` when src/db.py has no such function.
   RIGHT: import a name you can see in the files below.`

const SMALLEST = `6. The smallest change that does the task wins. No new style, no renaming, no reordering, no rewriting of comments.
   WRONG: one line is at fault and forty lines differ.
   RIGHT: one line is at fault and one line differs.`
