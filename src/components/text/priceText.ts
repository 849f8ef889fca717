/** A price as a language writes it, from fen: `¥20`, `¥47.50`. */
export function priceText(fen: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: fen % 100 === 0 ? 0 : 2,
  }).format(fen / 100)
}

/** A part of a sum, to the fen; what is taken off has its sign in front. */
export function sumText(fen: number, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
  })
  return `${fen < 0 ? '−' : ''}${format.format(Math.abs(fen) / 100)}`
}
