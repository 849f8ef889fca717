/** How often a mark stands in a text, counted up to `most`. */
export function countOf(text: string, mark: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(mark); at !== -1 && count < most; at = text.indexOf(mark, at + mark.length)) count += 1
  return count
}
