/** The project's folder. */
export const root: URL
/** Installs packages and builds where that is needed; `say` hears what is done. */
export function prepare(say: (line: string) => void): Promise<void>
/** Builds app and gateway where their sources changed. Needs the packages. */
export function build(say: (line: string) => void): Promise<void>
/** Another for other sources, and for other overrides of an environment of the page. */
export function wantedBuild(env: Readonly<Record<string, string | undefined>>): string
