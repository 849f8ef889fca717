export function line(isGood: boolean, name: string, what: string, from: number): void
