/** Chinese and English write it alike; to make a currency format costs a phone 200 ms. */
function yuan(fen: number, decimals: 0 | 2): string {
  const [whole = '', part] = (fen / 100).toFixed(decimals).split('.')
  return `¥${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${part === undefined ? '' : `.${part}`}`
}

/** A price, from fen: `¥20`, `¥47.50`. */
export function priceText(fen: number): string {
  return yuan(fen, fen % 100 === 0 ? 0 : 2)
}

/** A part of a sum, to the fen; what is taken off has its sign in front. */
export function sumText(fen: number): string {
  return `${fen < 0 ? '−' : ''}${yuan(Math.abs(fen), 2)}`
}
