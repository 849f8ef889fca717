/** Addresses typed in full width, as East Asian keyboards give them (Unicode, Halfwidth and Fullwidth Forms): ASCII is meant. */

/** The address alone, without a name. */
export function narrowAddress(address: string): string {
  return address
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, '.')
    .replaceAll('\u3000', ' ')
}

/** Where the address stands in `name <address>`: the brackets may be wide as well; null for text without a name. */
export function bracketsIn(typed: string): { readonly open: number; readonly close: number } | null {
  const text = typed.trimEnd()
  const open = Math.max(text.lastIndexOf('<'), text.lastIndexOf('\uff1c'))
  return open >= 0 && /[>\uff1e]$/.test(text) ? { open, close: text.length - 1 } : null
}

/** One mailbox as typed; its name keeps its width. */
export function narrowMailbox(typed: string): string {
  const found = bracketsIn(typed)
  if (found === null) return narrowAddress(typed)
  return `${typed.slice(0, found.open)}<${narrowAddress(typed.slice(found.open + 1, found.close))}>`
}
