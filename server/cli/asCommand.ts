/** How a command's process ends: what it did on standard output, what was wrong on standard error, and an exit code (0 done, 1 failed, 2 misused). */
import { ConfigError } from '../config/readConfig'
import { StoreMismatch } from '../core/storeMismatch'
import { Misuse } from './misuse'

type Told = abstract new (...words: never[]) => Error

/** What `parse` reads; throws `Misuse` with the usage for what it cannot read, and for --help. */
export function readArguments<Values extends { readonly help?: boolean | undefined }>(
  usage: string,
  parse: () => { readonly values: Values; readonly positionals: readonly string[] },
): Values & { readonly words: readonly string[] } {
  try {
    const { values, positionals } = parse()
    if (values.help) throw new Misuse(usage)
    return { ...values, words: positionals }
  } catch (error) {
    if (error instanceof Misuse || !(error instanceof Error)) throw error
    throw new Misuse(`${error.message}\n\n${usage}`)
  }
}

/** `told`: failures whose message says all; of any other the whole trace is shown. */
export async function asCommand(
  run: (words: readonly string[]) => Promise<string>,
  told: readonly Told[] = [],
): Promise<void> {
  // What a command makes is nobody else's on this machine.
  process.umask(0o077)
  try {
    console.log(await run(process.argv.slice(2)))
  } catch (error) {
    const isMisuse = error instanceof Misuse || error instanceof ConfigError
    const isTold = isMisuse || error instanceof StoreMismatch || told.some((kind) => error instanceof kind)
    console.error(isTold && error instanceof Error ? error.message : error)
    process.exitCode = isMisuse ? 2 : 1
  }
}
