/** The keys under which failed sign-ins are counted: sign-in counts by them, and whoever unlocks a mailbox clears by them. */

/** `address` as it stands in the account. */
export const failuresFor = (address: string): string => `login-for:${address.toLowerCase()}`

export const failuresFrom = (remoteAddress: string): string => `login-from:${remoteAddress}`
