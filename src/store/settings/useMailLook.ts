import { useSetting } from './useSetting'

/** How a mail is drawn on a dark page, unless it is turned for that mail. */
export function useMailLook(hasOwnColours: boolean): 'white' | 'inverted' | 'page' {
  const coloured = useSetting('paper') === 'skin' ? 'inverted' : 'white'
  return hasOwnColours ? coloured : 'page'
}
