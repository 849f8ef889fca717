/** A message that TNEF holds within an attachment, as a message of RFC 5322: its subject and its text. */
import type { TnefMessage } from './content'

export function messageBytes({ subject, html, text }: Pick<TnefMessage, 'subject' | 'html' | 'text'>): Buffer {
  const type = html === null ? 'plain' : 'html'
  return Buffer.from(
    [
      `Subject: ${encodedWords(subject)}`,
      'MIME-Version: 1.0',
      `Content-Type: text/${type}; charset=utf-8`,
      'Content-Transfer-Encoding: base64',
      '',
      lines(Buffer.from(html ?? text ?? '').toString('base64'), 76).join('\r\n'),
      '',
    ].join('\r\n'),
  )
}

/** RFC 2047: whole characters in each word, at most 75 characters long. */
function encodedWords(text: string): string {
  const words = [...text.slice(0, 500)].reduce<string[]>((pieces, char) => {
    const last = pieces.at(-1)
    if (last !== undefined && Buffer.byteLength(last + char) <= 45) pieces[pieces.length - 1] = last + char
    else pieces.push(char)
    return pieces
  }, [])
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}

const lines = (text: string, length: number): readonly string[] => text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []
