import { useMemo, useSyncExternalStore } from 'react'
import { readTokens, shownSkin, type Tokens, watchSkin } from './tokens'

const nameOf = ({ skin, isDark }: ReturnType<typeof shownSkin>) => `${skin} ${isDark}`

/** The tokens of the skin that is shown, read anew with every other. */
export function useTokens(): Tokens & ReturnType<typeof shownSkin> {
  const name = useSyncExternalStore(watchSkin, () => nameOf(shownSkin()))
  return useMemo(() => ({ ...readTokens(), ...shownSkin(), name }), [name])
}
