import {
  alike,
  lastRejected,
  named,
  outlasted,
  rejections,
  resultOf,
  rounds,
  seen,
  some,
  stood,
  turnsIn,
  turnsOf,
  wasFirst,
  type Deed,
  type Record,
  type Said,
} from "./words_record.fixture.ts"

/** Every sentence there is, and what must have happened for it. */
const sentences: readonly (readonly [RegExp, (record: Record, said: Said) => boolean])[] = [
  [
    /^The same failure has persisted across (\d+) turns?; (?:these edits did not change it: (.+?)|(\d+ edits?) did not change it)\.(?: (It was red before your first edit)\.)?$/,
    (record, { words: [times, files, count, baseline], quotes }) =>
      outlasted(record, quotes[0], Number(times), files ?? count ?? "") &&
      (baseline === undefined || wasFirst(record, quotes[0])),
  ],
  [
    /^The same failure has persisted across (\d+) turns?; your last (?:(\d+) edits were|edit was) not applied, and nothing has changed since\.$/,
    (record, { words: [times, count], quotes }) =>
      lastRejected(record, Number(count ?? 1), quotes.length > 1 ? quotes[0] : undefined) &&
      stood(record, quotes.at(-1), Number(times), (_, since) => !since.some(({ touched }) => touched)),
  ],
  [
    /^The same failure has persisted across (\d+) turns?; (\d+) edits? since then (?:was|were) not applied\.$/,
    (record, { words: [times, count], quotes }) =>
      stood(record, quotes.at(-1), Number(times), (_, since) => {
        const edits = since.filter(({ is_edit }) => is_edit)
        return !since.some(({ edited }) => edited) && edits.length >= Number(count)
      }) &&
      (quotes.length < 2 || rejections(record, quotes[0]).length > 0),
  ],
  [
    /^The same failure has persisted across (\d+) turns?; (?:you ran this (\d+) times? and )?(changed nothing|nothing was changed in between|no edit was seen in between)\.$/,
    (record, { words: [times, ran = times, what = ""], quotes }) =>
      stood(record, quotes[0], Math.max(Number(times), Number(ran)), (between, since) =>
        what.startsWith("no edit")
          ? !between.some(({ edited }) => edited)
          : !since.some(({ touched }) => touched),
      ),
  ],
  [
    /^The same failure has persisted across (\d+) turns?; git may have taken back what you edited in between\.$/,
    (record, { words: [times], quotes }) =>
      stood(
        record,
        quotes[0],
        Number(times),
        (_, since) => since.some(({ edited }) => edited) && since.some(({ took_back }) => took_back),
      ),
  ],
  [
    /^(Two failures|A rejected edit and a failure|Two reasons to reject your edits) are taking turns, each seen (\d+) times? by now\.$/,
    (record, { words: [kind, times], quotes }) => {
      const ways = [
        [seen(record, quotes[0]), seen(record, quotes[1])],
        [rejections(record, quotes[0]), seen(record, quotes[1])],
        [seen(record, quotes[0]), rejections(record, quotes[1])],
        [rejections(record, quotes[0]), rejections(record, quotes[1])],
      ] as const
      const meant =
        kind === "Two failures"
          ? ways.slice(0, 1)
          : kind === "A rejected edit and a failure"
            ? ways.slice(1, 3)
            : ways.slice(3)
      return quotes.length === 2 && meant.some(([one, other]) => rounds(one, other) >= Number(times))
    },
  ],
  [
    /^The same failure has come back: seen (\d+) times? by now\.$/,
    (record, { words, quotes }) => turnsOf(seen(record, quotes[0])) >= Number(words[0]),
  ],
  [
    /^(\d+) edits failed for the same reason, and none was applied in between\.$/,
    (record, { words, quotes }) =>
      record.deeds
        .slice(record.deeds.findLastIndex(({ edited }) => edited) + 1)
        .filter(({ is_edit, result }) => is_edit && result.ok !== true).length >= Number(words[0]) &&
      (quotes[0] === undefined || rejections(record, quotes[0]).length > 0),
  ],
  [
    /^The same result came (\d+) times, the last time from (.+)\. /,
    (record, { words: [times, tool] }) =>
      record.deeds.some((last) => {
        const same = record.deeds.filter((deed) => resultOf(deed) === resultOf(last))
        return JSON.stringify(last.tool) === named(tool) && same.length >= Number(times)
      }),
  ],
  [
    /^(.+) has given the same answer (\d+) times while it was waited for\. /,
    (record, { words: [tool, times] }) => alike(record, named(tool), () => true, resultOf) >= Number(times),
  ],
  [
    /^(.+) made the same edit (\d+) times, and each time it was applied\. /,
    (record, { words: [tool, times] }) =>
      alike(
        record,
        named(tool),
        ({ edited }) => edited,
        ({ call }) => call,
      ) >= Number(times),
  ],
  [
    /^(.+) has failed (\d+) times in the same way\. /,
    (record, { words: [tool, times] }) =>
      alike(record, named(tool), ({ result }) => result.ok !== true, resultOf) >= Number(times),
  ],
  [
    /^(\d+) calls have failed for one reason outside the code\.$/,
    ({ deeds }, { words }) =>
      turnsOf(deeds.filter(({ result }) => result.exit_code === 127)) >= Number(words[0]),
  ],
  [
    /^The check has timed out (\d+) times in a row\.$/,
    ({ deeds }, { words }) =>
      turnsOf(deeds.filter(({ result }) => result.timed_out === true)) >= Number(words[0]),
  ],
  [
    /^A file is back at content it had before \(so far (\d+) times\)\.$/,
    ({ deeds }, { words }) => {
      const hashes = deeds.flatMap(({ result }) => Object.values(result.file_hashes ?? {}))
      const moves = hashes.filter((hash, at) => hash !== hashes[at - 1])
      return moves.filter((hash, at) => moves.indexOf(hash) < at).length >= Number(words[0])
    },
  ],
  [
    /^A fix was delivered, and the same failure is still there: seen in (\d+) turns?\.$/,
    (record, { words, quotes }) => turnsOf(seen(record, quotes[0])) >= Number(words[0]),
  ],
  [
    /^The script printed the same (\d+) times, with a change to files before each further run\. /,
    ({ deeds }, { words }) => {
      const runs = deeds.filter(({ call }) => call.includes("show.py"))
      const edits = deeds
        .slice(
          0,
          deeds.findLastIndex(({ call }) => call.includes("show.py")),
        )
        .filter(({ edited }) => edited)
      return runs.length >= Number(words[0]) && edits.length >= Number(words[0]) - 1
    },
  ],
  [
    /^(\d+) runs of this have printed the same, and no edit was seen in between\. /,
    (record, { words: [times] }) => {
      const stretch = (run: Deed): number =>
        record.deeds.slice(0, record.deeds.indexOf(run)).filter(({ edited }) => edited).length
      return (
        alike(
          record,
          '"shell"',
          () => true,
          (run) => `${stretch(run)} ${resultOf(run)}`,
        ) >= Number(times)
      )
    },
  ],
  [
    /^The last (\d+) runs of this command ended well and printed nothing\. /,
    ({ deeds }, { words }) =>
      deeds.filter(({ result }) => result.ok === true && (result.output ?? "") === "").length >=
      Number(words[0]),
  ],
  [
    /^In (\d+) turns nothing ran that counts: calls were refused or not understood, or there were none\. /,
    (record, { words }) => {
      const ran = record.deeds.filter(
        ({ tool, result }) => !["note", "read_file"].includes(tool) && result.ok === true,
      )
      return turnsIn(record) - turnsOf(ran) >= Number(words[0])
    },
  ],
  [
    /^(\d+) turns with calls only looked at things: nothing was changed in them and nothing was checked\. /,
    ({ deeds }, { words }) =>
      turnsOf(deeds.filter(({ edited, tool }) => !edited && !tool.startsWith("run_"))) >= Number(words[0]),
  ],
  [
    /^The host calls this turn a flailing action\. /,
    (record) => some(record, (moment) => JSON.stringify(moment).includes('"action_signal":true')) > 0,
  ],
  [
    /^Tool-shaped output was rejected (\d+) times because it could not be parsed\. /,
    (record, { words }) =>
      some(record, (moment) => moment.at === "propose" && moment.proposal.had_parse_errors === true) >=
      Number(words[0]),
  ],
  [
    /^The previous turn ended with a provider error and without a call that does something\. /,
    (record) =>
      some(record, (moment) => moment.at === "propose" && moment.proposal.provider_stop_reason === "error") >
      0,
  ],
  [
    /^(\d+) output tokens since the last edit, pass or new result\. /,
    ({ moments }, { words }) =>
      moments.reduce(
        (sum, moment) => sum + (moment.at === "propose" ? (moment.proposal.usage?.output_tokens ?? 0) : 0),
        0,
      ) >= Number(words[0]),
  ],
  [
    /^(\d+) turns without a pass of all checks\.$/,
    (record, { words }) => turnsIn(record) >= Number(words[0]),
  ],
  [
    /^Checks failed in (\d+) turns, and all passed in none since\.$/,
    ({ deeds }, { words }) => turnsOf(deeds.filter(({ shown }) => shown.length > 0)) >= Number(words[0]),
  ],
  [
    /^(\d+) calls or replies met an exceeded context window\. /,
    (record, { words }) => {
      const replies = some(
        record,
        (moment) => moment.at === "propose" && moment.proposal.provider_stop_reason === "context_window",
      )
      const has_met = record.deeds.some(({ shown }) => shown.join("").includes("context length exceeded"))
      return replies + (has_met ? record.proposed.length : 0) >= Number(words[0])
    },
  ],
  [
    /^Stall detected: \w+(?: on (\S+))?, (\d+) times\. /,
    (record, { words: [tool, times] }) =>
      tool === undefined
        ? turnsIn(record) >= Number(times)
        : record.proposed.filter(({ name = "" }) => JSON.stringify(name) === named(tool)).length >=
          Number(times),
  ],
  [/^Hard stop: \w+ after \d+ trips without recovery\. /, () => true],
]

/** The sentence that a paragraph begins with, and whether it is true; null for a sentence that nobody knows. */
export function judgeWords(
  record: Record,
  paragraph: string,
): { readonly sentence: string; readonly holds: boolean } | null {
  const lines = paragraph.split("\n")
  const found = sentences.find(([sentence]) => sentence.test(lines[0] ?? ""))
  if (found === undefined) return null
  const [sentence, holds] = found
  const quotes: string[][] = []
  lines.forEach((line, index) => {
    if (!line.startsWith("> ")) return
    if (lines[index - 1]?.startsWith("> ") !== true) quotes.push([])
    quotes.at(-1)?.push(line.slice(2))
  })
  return {
    sentence: String(sentence),
    holds: holds(record, { words: (sentence.exec(lines[0] ?? "") ?? []).slice(1), quotes }),
  }
}

/** All sentences there are. */
export const allSentences: readonly string[] = sentences.map(([sentence]) => String(sentence))
