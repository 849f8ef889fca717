export function missingPackages(): string[]
export function installPackages(names: readonly string[]): Promise<void>
