import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../../../src/contract/limits'
import { faultOfRefusal, firstFault, fits } from '../../../../../src/features/compose/checks'
import { type ComposeContent, readKept, writtenFields } from '../../../../../src/features/compose/content'
import { parseRecipients } from '../../../../../src/features/compose/recipients'
import { sha256 } from '../../../../../src/features/compose/sha256'

const content = (change: Partial<ComposeContent> = {}): ComposeContent => ({
  to: [...parseRecipients('a@ep.test')],
  cc: [],
  bcc: [],
  subject: 'hello',
  html: '<div>x</div>',
  attachments: [],
  inReplyTo: null,
  mode: 'new',
  urgent: false,
  receipt: false,
  saveToSent: true,
  idempotencyKey: 'key',
  ...change,
})
const file = (size: number) => ({ attachmentId: 'a', name: 'f', type: 'text/plain', size })

describe('the checks before sending', () => {
  it('come in the order of SPEC §5', () => {
    const all = { to: [], subject: ' ', attachments: [file(limits.attachmentBytesPerMail + 1)] }
    expect(firstFault(content(all), [1])).toEqual({ field: 'to', code: 'recipientEmpty' })
    const named = { ...all, to: [...parseRecipients('a@ep.test, broken@')] }
    expect(firstFault(content(named), [1])).toEqual({ field: 'to', code: 'recipientInvalid' })
    const right = { ...all, to: [...parseRecipients('a@ep.test')] }
    expect(firstFault(content(right), [1])).toEqual({ field: 'subject', code: 'subjectEmpty' })
    const titled = { ...right, subject: 'x' }
    expect(firstFault(content(titled), [1])).toEqual({ field: 'attachments', code: 'attachmentsPending' })
    expect(firstFault(content(titled), [])).toEqual({ field: 'attachments', code: 'attachmentsTooLarge' })
    expect(firstFault(content(), [])).toBeNull()
  })

  it('R14: 50M go, one byte more does not, whether sent or on its way', () => {
    expect(fits(content({ attachments: [file(limits.attachmentBytesPerMail - 2)] }), [1], 1)).toBe(true)
    expect(fits(content({ attachments: [file(limits.attachmentBytesPerMail - 2)] }), [1], 2)).toBe(false)
  })

  it("put the gateway's refusals beside the same fields", () => {
    expect(faultOfRefusal('recipientOutside', undefined).field).toBe('to')
    expect(faultOfRefusal('recipientInvalid', 'cc').field).toBe('cc')
    expect(faultOfRefusal('headerInvalid', 'subject').field).toBe('subject')
    expect(faultOfRefusal('unreachable', undefined).field).toBe('send')
  })
})

describe('the content', () => {
  it('S11: a subject is one line on the wire', () => {
    expect(writtenFields(content({ subject: 'a\r\nBcc: x@evil.example' }), '').subject).toBe('a Bcc: x@evil.example')
  })

  it('reads back from what a browser keeps, and refuses what is broken', () => {
    const kept = { content: content(), origin: { mode: 'new', id: null }, savedAt: 1 }
    expect(readKept(structuredClone(kept))).toEqual(kept)
    expect(readKept({ ...kept, content: { ...kept.content, to: 'x' } })).toBeNull()
    expect(readKept(null)).toBeNull()
  })
})

describe('sha256', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 1_000, 70_001])(
    'agrees with the platform for %i bytes in odd pieces',
    (length) => {
      const bytes = Uint8Array.from({ length }, (_unused, at) => (at * 31) % 256)
      const hash = sha256()
      for (let at = 0; at < length; at += 37) hash.add(bytes.subarray(at, at + 37))
      expect(hash.hex()).toBe(createHash('sha256').update(bytes).digest('hex'))
    },
  )
})
