/** A price as a language writes it, from fen: `¥20`, `¥47.50`. */
export function priceText(fen: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: fen % 100 === 0 ? 0 : 2,
  }).format(fen / 100)
}
