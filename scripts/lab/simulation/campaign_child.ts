import { runCampaign } from "./campaign.ts"

const [from, schedules] = process.argv.slice(2).map(Number)
if (from === undefined || schedules === undefined) throw new Error("a seed and a number of schedules")
console.log(JSON.stringify(await runCampaign({ from, schedules })))
