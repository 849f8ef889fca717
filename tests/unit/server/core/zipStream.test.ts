/** Archives that are written while their files come. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { distinctFileNames } from '../../../../server/core/fileName'
import { zipStream } from '../../../../server/core/zipStream'
import { bytesOf } from '../../../support/gateway'
import { readZip } from '../../../support/readZip'

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}
const entry = (name: string, ...texts: string[]) => ({ name, open: async () => chunks(...texts) })

describe('an archive', () => {
  it('holds each file byte for byte, whatever pieces it came in', async () => {
    const archive = await bytesOf(zipStream([entry('a.txt', 'one ', 'two'), entry('合同.txt', '你好'), entry('none')]))
    const files = readZip(archive)
    expect([...files.keys()]).toEqual(['a.txt', '合同.txt', 'none'])
    expect(files.get('a.txt')?.toString()).toBe('one two')
    expect(files.get('合同.txt')?.toString()).toBe('你好')
  })

  it('is one that Python opens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ep-mail-zip-'))
    const path = join(folder, 'a.zip')
    writeFileSync(path, await bytesOf(zipStream([entry('a.txt', 'one'), entry('b.txt', 'two')])))
    const told = execFileSync('python3', ['-m', 'zipfile', '-t', path]).toString()
    rmSync(folder, { recursive: true })
    expect(told).toContain('Done testing')
  })

  it('S27: asks for a file only when the one before is written', async () => {
    const asked: string[] = []
    const lazy = (name: string) => ({
      name,
      open: async () => {
        asked.push(name)
        return chunks('x'.repeat(70_000), 'x'.repeat(70_000))
      },
    })
    const stream = zipStream([lazy('a'), lazy('b'), lazy('c')])
    const pieces = stream[Symbol.asyncIterator]()
    await pieces.next()
    await pieces.next()
    expect(asked).toEqual(['a'])
    stream.destroy()
  })

  it('breaks off where a file is gone, and is no archive then', async () => {
    const gone = { name: 'b', open: () => Promise.reject(new Error('gone')) }
    await expect(bytesOf(zipStream([entry('a', 'x'), gone]))).rejects.toThrow('gone')
  })
})

describe('the names within', () => {
  it('S10: never lead out of the folder that an archive is opened in', () => {
    const hostile = ['../../etc/passwd', 'C:\\Windows\\x.dll', '/abs', '..', 'a\u0000b', 'con.txt', '']
    for (const name of distinctFileNames(hostile)) {
      expect(name).not.toMatch(/[/\\\p{Cc}:]/u)
      expect(['', '.', '..']).not.toContain(name)
      expect(name).not.toMatch(/^con(\.|$)/i)
    }
  })

  it('S31: hold no sign that turns the direction of writing', () => {
    expect(distinctFileNames(['invoice\u202efdp.exe'])).toEqual(['invoicefdp.exe'])
  })

  it('stand there once each, also for a system that knows no small letters', () => {
    expect(distinctFileNames(['a.txt', 'a.txt', 'A.TXT', 'a (2).txt', 'b', 'b'])).toEqual([
      'a.txt',
      'a (2).txt',
      'A (3).TXT',
      'a (2) (2).txt',
      'b',
      'b (2)',
    ])
  })

  it('cost time in proportion, however many are the same', () => {
    const start = performance.now()
    expect(new Set(distinctFileNames(Array.from({ length: 2_000 }, () => 'a.txt'))).size).toBe(2_000)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
