/** What may be shown of a channel to whoever has not proved that it is theirs. */

/** `138****0000`. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** `l***@example.com`: as many stars whatever the length. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}***${address.slice(at)}`
}
