/** Files that somebody means harm with: by what is in them, or by what they are called. Whatever runs of them says `owned`. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { madeZip } from '../mail/madeZip'

export type HostileFile = { readonly name: string; readonly bytes: Buffer }

const owned = (what: string) => `console.error('owned ${what}')`
const page = (what: string) => `<!doctype html><meta charset=utf-8><script>${owned(what)}</script><b>${what}</b>`
const svg = (what: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${owned(what)}"><script>${owned(what)}</script><rect width="9" height="9"/></svg>`

/** One pixel, with a page in its comment. */
const pngOf = (text: string) => {
  const whole = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const comment = Buffer.from(`Comment\0${text}`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(comment.length)
  return Buffer.concat([
    whole.subarray(0, 33),
    length,
    Buffer.from('tEXt'),
    comment,
    Buffer.alloc(4),
    whole.subarray(33),
  ])
}

const zipOf = (name: string, bytes: Buffer) =>
  madeZip([{ name, method: 8, packed: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) }])

const transformed = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#t"?>
<!DOCTYPE a [<!ATTLIST xsl:stylesheet id ID #REQUIRED><!ENTITY e SYSTEM "file:///etc/passwd">]>
<a><xsl:stylesheet id="t" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">
<html><script>${owned('xslt')}</script></html></xsl:template></xsl:stylesheet>&e;</a>`

const contents: readonly (readonly [name: string, content: string | Buffer])[] = [
  ['drawing.svg', svg('svg')],
  ['drawing.png', svg('svg as png')],
  ['drawing.svgz', gzipSync(svg('svgz'))],
  ['page.html', page('html')],
  ['page.txt', page('html as txt')],
  ['page.pdf', page('html as pdf')],
  ['page.jpg', page('html as jpg')],
  ['page.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${owned('xhtml')}</script></html>`],
  ['sheet.xml', transformed],
  ['feed.rss', `<rss><script xmlns="http://www.w3.org/1999/xhtml">${owned('rss')}</script></rss>`],
  ['letter.mht', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${page('mht')}`],
  ['script.js', owned('js')],
  ['utf-7.txt', `+ADw-script+AD4-${owned('utf-7')}+ADw-/script+AD4-`],
  ['wide.html', Buffer.from(`\ufeff${page('utf-16')}`, 'utf16le')],
  // A page and something else at once.
  ['both.gif', `GIF89a/*${'\0'.repeat(8)}*/=1;${owned('gif')};//${page('gif')}`],
  ['both.png', pngOf(page('png'))],
  ['both.pdf', `%PDF-1.4\n${page('pdf')}\n1 0 obj << /OpenAction << /S /JavaScript /JS (${owned('pdf')}) >> >> endobj`],
  ['late.pdf', `${page('late pdf')}\n%PDF-1.4\n`],
  ['both.webm', Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(`webm${page('webm')}`)])],
  ['both.wav', `RIFF\0\0\0\0WAVE${page('wav')}`],
  ['both.mp3', `ID3${page('mp3')}`],
  ['bomb.zip', zipOf('zeros', Buffer.alloc(8 * 1024 * 1024))],
  ['outside.zip', zipOf('../../outside.txt', Buffer.from('x'))],
]

/** Names that are none: a call refuses them. */
export const refusedNames: readonly string[] = [
  ...[
    '../a',
    '..\\a',
    '/etc/passwd',
    'C:\\a.txt',
    '..',
    '.',
    ' ',
    '',
    'a/b',
    'a\0.png',
    'a\r\nb.txt',
    'a\tb',
    '\u007f',
  ],
  ...['发票\u202efdp.exe', 'a\u2066b', '\u200fa', '长'.repeat(86), 'a\u2028b'],
]

/** Names that are taken, and may harm whoever saves them. */
export const oddNames: readonly string[] = [
  ...[
    'CON',
    'nul.txt',
    'com1.log',
    '.htaccess',
    '-rf',
    'a".txt',
    "a'.txt",
    'a;b=c.txt',
    'a*?<>|:.txt',
    '<img src=x>.txt',
  ],
  ...['%2e%2e%2fa.txt', '100%.txt', '%00.png', '$(id).txt', '`id`.txt', '=cmd|calc.csv', 'x.pdf.exe', 'a．．／b.txt'],
  ...[
    '👩‍👩‍👧‍👦🏽.txt',
    '𠮷野家.txt',
    'e\u0301.txt',
    'ﬁ\u200bx.txt',
    `${'n'.repeat(251)}.txt`,
    `${'长'.repeat(83)}.pdf`,
  ],
]

export const hostileFiles: readonly HostileFile[] = [
  ...contents.map(([name, content]) => ({ name, bytes: Buffer.from(content) })),
  ...oddNames.map((name) => ({ name, bytes: Buffer.from(page('name')) })),
]
