/** A certificate with a name, a serial number and a key (RFC 5280), since Node reads them and makes none. */
import { type KeyObject, sign } from 'node:crypto'

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents)
const [integer, nothing, identifier, utf8, set, bits, time] = [0x02, 0x05, 0x06, 0x0c, 0x31, 0x03, 0x18]

/** sha256WithRSAEncryption, commonName. */
const algorithm = sequence(der(identifier, Buffer.from('2a864886f70d01010b', 'hex')), der(nothing))
const name = sequence(
  der(set, sequence(der(identifier, Buffer.from('550403', 'hex')), der(utf8, Buffer.from('payments.test')))),
)
const timeOf = (instant: number) => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`

type Keys = { readonly privateKey: KeyObject; readonly publicKey: KeyObject }

/** `serial` in hexadecimal digits, the first below 8. */
export function makeCertificate({ privateKey, publicKey }: Keys, serial: string, from: number, to: number): string {
  const validity = sequence(...[from, to].map((instant) => der(time, Buffer.from(timeOf(instant)))))
  const body = sequence(
    der(0xa0, der(integer, Buffer.from([2]))),
    der(integer, Buffer.from(serial, 'hex')),
    ...[algorithm, name, validity, name],
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(bits, Buffer.from([0]), sign('RSA-SHA256', body, privateKey))
  const text = sequence(body, algorithm, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}
