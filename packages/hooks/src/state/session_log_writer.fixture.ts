import { looked } from "./session_log.fixture.ts"
import { openSessionLog } from "./session_log.ts"

const [folder = "", name = "", count = "0"] = process.argv.slice(2)
const log = openSessionLog(folder)
for (let number = 0; number < Number(count); number += 1) log.append(looked(`${name} ${number}`), "hold")
