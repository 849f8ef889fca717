/** How a person leaves a mailing list, as its header says (RFC 2369, RFC 8058); client and gateway read it alike. */

export type UnsubscribeWays = {
  /** Takes the POST of RFC 8058; null where the sender promised none. */
  readonly oneClick: string | null
  readonly mailto: string | null
  readonly page: string | null
}

type Field = { readonly name: string; readonly value: string }

const mostAddresses = 20

export function unsubscribeWays(headers: readonly Field[]): UnsubscribeWays {
  const textIn = (name: string) => headers.find((field) => field.name.toLowerCase() === name)?.value ?? ''
  const addresses = inAngles(textIn('list-unsubscribe'))
  const page = addresses.find((address) => address.startsWith('https:')) ?? null
  const mailto = addresses.find((address) => address.startsWith('mailto:')) ?? null
  const isPromised =
    textIn('list-unsubscribe-post').replaceAll(/\s/g, '').toLowerCase() === 'list-unsubscribe=one-click'
  return { oneClick: isPromised ? page : null, mailto, page }
}

/** The addresses between angle brackets that a program can follow. */
function inAngles(value: string): string[] {
  const found: string[] = []
  for (let open = value.indexOf('<'); open >= 0 && found.length < mostAddresses; ) {
    const close = value.indexOf('>', open)
    if (close < 0) break
    const address = value.slice(open + 1, close).replaceAll(/\s/g, '')
    if (address.length <= 2_000 && URL.canParse(address)) found.push(new URL(address).href)
    open = value.indexOf('<', close)
  }
  return found
}
