/** Strings of TNEF and RTF, which name Windows code pages by number. */
import { decodeText } from '../../kit/charset'

const names: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  20127: 'us-ascii',
  20866: 'koi8-r',
  20932: 'euc-jp',
  20936: 'gb18030',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gb18030',
  51949: 'euc-kr',
  54936: 'gb18030',
  65000: 'utf-7',
  65001: 'utf-8',
}

/** Text of `bytes` in a Windows code page; an unknown one is guessed. */
export function decodePage(bytes: Uint8Array, page: number): string {
  const iso = page > 28590 && page <= 28606 ? `iso-8859-${page - 28590}` : null
  const windows = (page >= 1250 && page <= 1258) || page === 874 ? `windows-${page}` : null
  return decodeText(bytes, names[page] ?? iso ?? windows ?? (page === 0 ? null : `cp${page}`))
}

/** Without the NULs that end a string. */
export function withoutNul(text: string): string {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}
