/** What a mail is written in: its lines take it from the first, what is quoted does not. */
import type { Settings } from '../../contract/settings'

/** Each with what stands in for it where it is not installed. */
export const fontFamilies: Readonly<Record<Exclude<Settings['writingFont'], 'asReader'>, string>> = {
  sans: 'Arial, "PingFang SC", "Microsoft YaHei", sans-serif',
  serif: 'Georgia, "Songti SC", SimSun, serif',
  kai: '"Kaiti SC", KaiTi, serif',
  mono: 'Consolas, Menlo, monospace',
}

/** Empty where whoever reads it decides. */
export function writingStyle({ writingFont, writingSize }: Settings): string {
  const family = writingFont === 'asReader' ? '' : `font-family: ${fontFamilies[writingFont]};`
  return writingSize === 'asReader' ? family : `${family}font-size: ${writingSize};`
}

/** The first line while nothing stands on it, also once all was deleted. */
export function styleFirstLine(text: Element, style: string): void {
  const line = text.firstElementChild
  if (style === '' || !(line instanceof HTMLElement) || !/^(?:DIV|P)$/.test(line.nodeName)) return
  if (line.textContent === '' && line.querySelector('img') === null && line.style.length === 0)
    line.style.cssText = style
}
