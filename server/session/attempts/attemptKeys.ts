/** The keys under which tries are counted: those of one network address by its client's network, whatever address of it each came from. */
import { addressKey } from '../../../src/contract/mail/domainSpelling'
import { clientNetwork } from '../../kit/network/networkAddress'

/** `address` as it stands in the account. */
export const failuresFor = (address: string): string => `login-for:${addressKey(address)}`

export const failuresFrom = (remoteAddress: string): string => `login-from:${clientNetwork(remoteAddress)}`
export const captchasFrom = (remoteAddress: string): string => `captcha-from:${clientNetwork(remoteAddress)}`
export const captchaWaitsFrom = (remoteAddress: string): string => `captcha-wait-from:${clientNetwork(remoteAddress)}`
export const passkeysFrom = (remoteAddress: string): string => `passkeys-from:${clientNetwork(remoteAddress)}`
export const qrCodesFrom = (remoteAddress: string): string => `qr-from:${clientNetwork(remoteAddress)}`
