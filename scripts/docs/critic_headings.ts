import { catalogue } from "@proofloop/stdlib/critics"

/** A heading for each critic, as the rules of `proofloop check --format sarif` link to it on the page of the package. */
export function criticHeadings(): string {
  return catalogue
    .map(
      ({ id, title, description, advice }) =>
        `### ${id}\n\n**${title}.** ${sentence(description)} ${sentence(advice)}`,
    )
    .join("\n\n")
}

function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`
}
