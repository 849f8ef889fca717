/** Integer fen as yuan with two decimals, as `200.00`. */
export const inYuan = (fen: number): string => (fen / 100).toFixed(2)
