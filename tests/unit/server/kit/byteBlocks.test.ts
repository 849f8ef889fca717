import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { blockBytes, inBlocks, makeBlockTransform } from '#server/kit/byteBlocks'

async function blocksOf(chunks: readonly (Uint8Array | string)[], least?: number): Promise<string[]> {
  const blocks: string[] = []
  for await (const block of inBlocks(chunks, least)) blocks.push(Buffer.from(block).toString())
  return blocks
}

describe('blocks of bytes', () => {
  it('hold all chunks in their order, and what is left in the last', async () => {
    expect(await blocksOf(['ab', Buffer.from('c'), '', 'def', 'g'], 3)).toEqual(['abc', 'def', 'g'])
    expect(await blocksOf([])).toEqual([])
  })

  it('leave a chunk whole that is large already', async () => {
    expect(await blocksOf(['abcdef'], 3)).toEqual(['abcdef'])
  })

  it('are the same where a stream is piped through', async () => {
    const blocks: string[] = []
    const piped = Readable.from(['ab', 'c', 'def', 'g']).pipe(makeBlockTransform(3))
    piped.on('data', (block) => blocks.push(String(block)))
    await finished(piped)
    expect(blocks).toEqual(['abc', 'def', 'g'])
  })

  it('S27: make few of many chunks', async () => {
    const blocks = await blocksOf(Array.from({ length: blockBytes }, () => 'ab'))
    expect(blocks.map((block) => block.length)).toEqual([blockBytes, blockBytes])
  })
})
