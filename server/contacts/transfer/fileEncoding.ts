/** Finds a file's encoding and decodes it as a stream, the same whatever the blocks are. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import iconv from 'iconv-lite'
import type { FileEncoding } from '#contract/contacts/contactFiles'

export type FoundEncoding = { readonly encoding: FileEncoding; readonly hasMark: boolean }

type Blocks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

const headBytes = 1_024
const sampleBytes = 64 * 1_024
const noBytes = new Uint8Array()
const sliceBytes = 16 * 1_024

/** Reads the file to its end: what is UTF-8 for a megabyte may be no UTF-8 after that. */
export async function findEncoding(blocks: Blocks): Promise<FoundEncoding> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let head: Uint8Array = new Uint8Array()
  const sample: Uint8Array[] = []
  let sampled = 0
  let isUtf8 = true
  for await (const block of slices(blocks)) {
    if (head.length < headBytes) head = Buffer.concat([head, block.subarray(0, headBytes - head.length)])
    const wide = head.length < headBytes ? null : wideEncoding(head)
    if (wide !== null) return wide
    isUtf8 = isUtf8 && decodes(strict, block)
    // From the first byte that tells something, whatever the blocks are.
    const from = sampled > 0 ? 0 : block.findIndex((byte) => byte >= 0x80)
    const telling = from < 0 ? noBytes : block.subarray(from, from + sampleBytes - sampled)
    if (telling.length > 0) sample.push(telling)
    sampled += telling.length
    if (!isUtf8 && sampled >= sampleBytes) break
  }
  const wide = wideEncoding(head)
  if (wide !== null) return wide
  const hasMark = startsWith(head, [0xef, 0xbb, 0xbf])
  if (hasMark || (isUtf8 && decodes(strict, null))) return { encoding: 'utf-8', hasMark }
  return { encoding: likelyEncoding(Buffer.concat(sample)), hasMark: false }
}

/** The text in slices. What is no text in this encoding becomes U+FFFD. */
export async function* decodeBlocks(blocks: Blocks, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = openDecoder(encoding)
  let isFirst = true
  const cleaned = (text: string): string => {
    const isMarked = isFirst && text.startsWith('\ufeff')
    if (text !== '') isFirst = false
    return isMarked ? text.slice(1) : text
  }
  for await (const block of slices(blocks)) {
    const text = cleaned(decoder.write(block))
    if (text !== '') yield text
  }
  const last = cleaned(decoder.end())
  if (last !== '') yield last
}

/** Other work has its turn after each of them, also where the source has all at hand. */
async function* slices(blocks: Blocks): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const block of blocks)
    for (let at = 0; at < block.length; at += sliceBytes) {
      const slice = block.subarray(at, at + sliceBytes)
      yield slice
      done += slice.length
      if (done < sliceBytes) continue
      done = 0
      await nextTurn()
    }
}

type Decoder = { readonly write: (bytes: Uint8Array) => string; readonly end: () => string }

/** Node's own decoder reads Big5 with holes (docs/decisions/0034). */
function openDecoder(encoding: FileEncoding): Decoder {
  if (encoding === 'big5' || encoding === 'windows-1252') {
    const table = iconv.getDecoder(encoding)
    return { write: (bytes) => table.write(Buffer.from(bytes)), end: () => table.end() ?? '' }
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

function decodes(strict: InstanceType<typeof TextDecoder>, bytes: Uint8Array | null): boolean {
  try {
    if (bytes === null) strict.decode()
    else strict.decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/** UTF-16 by its mark, or by the zeros that the ASCII of every header has in it. */
function wideEncoding(head: Uint8Array): FoundEncoding | null {
  if (startsWith(head, [0xff, 0xfe])) return { encoding: 'utf-16le', hasMark: true }
  if (startsWith(head, [0xfe, 0xff])) return { encoding: 'utf-16be', hasMark: true }
  let [even, odd] = [0, 0]
  for (let at = 0; at < head.length; at += 1)
    if (head[at] === 0) {
      if (at % 2 === 0) even += 1
      else odd += 1
    }
  if (Math.max(even, odd) * 10 < head.length || head.length < 4) return null
  if (Math.min(even, odd) * 4 > Math.max(even, odd)) return null
  return { encoding: odd > even ? 'utf-16le' : 'utf-16be', hasMark: false }
}

/** Words of names and headers, and the signs that Chinese text is mostly made of. */
const common = new Set(
  '姓名电話电话手机手機邮箱郵箱地址備註备注公司生日昵称暱稱先生小姐王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧的一是了我不人在他有这這中大来來上国國个個到说說们們为為子和你道也时時年就那要下以生会會自着去之家学學对對可她里裡后後小心多天而能好都然没沒日市路号號省区區街海北京广廣州深圳台湾灣香港',
)

/** Level-1 signs stand in these rows: 0xb0 to 0xd7 of GB 2312, 0xa4 to 0xc6 of Big5. */
function likelyEncoding(bytes: Uint8Array): FileEncoding {
  const simplified = pairScore(bytes, 'gb18030', (lead, trail) => trail >= 0xa1 && lead >= 0xb0 && lead <= 0xd7)
  const traditional = pairScore(bytes, 'big5', (lead) => lead >= 0xa4 && lead <= 0xc6)
  if (Math.max(simplified, traditional) <= 0.3) return 'windows-1252'
  return traditional > simplified ? 'big5' : 'gb18030'
}

/** From 0 to 2: the share of usual pairs, and of common signs; less for what is no pair. */
function pairScore(
  bytes: Uint8Array,
  encoding: 'gb18030' | 'big5',
  isUsual: (lead: number, trail: number) => boolean,
): number {
  let [pairs, usual, broken] = [0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]]
    if (lead < 0x80) continue
    // Four bytes of GB 18030 are a sign that is neither usual nor broken.
    if (encoding === 'gb18030' && trail >= 0x30 && trail <= 0x39) {
      at += 3
      continue
    }
    if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f || trail === 0xff) {
      broken += 1
      continue
    }
    pairs += 1
    // Rows 0xa1 to 0xa3 hold the punctuation of both.
    if (isUsual(lead, trail) || (lead >= 0xa1 && lead <= 0xa3 && trail >= 0xa1)) usual += 1
    at += 1
  }
  if (pairs === 0) return 0
  let [signs, known] = [0, 0]
  for (const sign of iconv.decode(Buffer.from(bytes), encoding)) {
    if (sign < '\u0080') continue
    if (sign === '\ufffd') broken += 1
    signs += 1
    if (common.has(sign)) known += 1
  }
  return (usual / pairs + known / Math.max(1, signs)) * Math.max(0, 1 - (3 * broken) / pairs)
}
