/** Mail links of a message open our own composer; followed aside, its page in a new tab. */
import { pathTo } from '#src/store/routes/pathTo'
import { useWrite } from '#src/store/shell/useWrite'

const isElement = (target: EventTarget | null): target is Element => target !== null && 'closest' in target

/** For `click` and `auxclick` within the frame of a message. */
export function useMailtoLinks(): (event: MouseEvent) => void {
  const { write } = useWrite()
  return (event) => {
    const link = isElement(event.target) ? event.target.closest('a[href], area[href]') : null
    const address = link?.getAttribute('href') ?? ''
    // The other buttons open what the browser has for a link.
    if (!/^mailto:/i.test(address) || event.button > 1) return
    event.preventDefault()
    const path = pathTo('writeMail', {}, { mailto: address })
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (isPlain) write(path)
    else window.open(path, '_blank', 'noopener')
  }
}
