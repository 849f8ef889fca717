import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { type ComposeContent, contentOf, goingFiles, writtenFields } from '#src/features/compose/content'
import { readLocalContent } from '#src/features/compose/draft/localContent'
import { parseRecipients } from '#src/features/compose/recipients/recipients'
import { faultOfRefusal, firstFault, fits } from '#src/features/compose/send/sendChecks'
import { sha256 } from '#src/lib/hash/sha256'

const content = (change: Partial<ComposeContent> = {}): ComposeContent => ({
  to: [...parseRecipients('a@ep.test')],
  cc: [],
  bcc: [],
  subject: 'hello',
  html: '<div>x</div>',
  plain: false,
  text: '',
  attachments: [],
  leftOut: [],
  inReplyTo: null,
  mode: 'new',
  urgent: false,
  receipt: false,
  saveToSent: true,
  separate: false,
  sendAt: null,
  card: null,
  lineage: 'key',
  idempotencyKey: 'key',
  ...change,
})
const file = (size: number) => ({ attachmentId: 'a', name: 'f', type: 'text/plain', size })

describe('the checks before sending', () => {
  it('come in the order of SPEC §5', () => {
    const all = { to: [], subject: ' ', attachments: [file(limits.attachmentBytesPerMail + 1)] }
    expect(firstFault(content(all), [1], 50)).toEqual({ field: 'to', code: 'recipientEmpty' })
    const named = { ...all, to: [...parseRecipients('a@ep.test, broken@')] }
    expect(firstFault(content(named), [1], 50)).toEqual({ field: 'to', code: 'recipientInvalid' })
    const right = { ...all, to: [...parseRecipients('a@ep.test')] }
    expect(firstFault(content(right), [1], 50)).toEqual({ field: 'subject', code: 'subjectEmpty' })
    const titled = { ...right, subject: 'x' }
    expect(firstFault(content(titled), [1], 50)).toEqual({ field: 'attachments', code: 'attachmentsPending' })
    expect(firstFault(content(titled), [], 50)).toEqual({ field: 'attachments', code: 'attachmentsTooLarge' })
    expect(firstFault(content(), [], 50)).toBeNull()
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
    expect(writtenFields(content({ subject: 'a\r\nBcc: x@evil.example' })).subject).toBe('a Bcc: x@evil.example')
  })

  it('reads back from what a browser keeps, and refuses what is broken', () => {
    const file = { name: 'a.pdf', type: 'application/pdf', size: 3, cid: null, uploadId: 'u1', asLink: true }
    const kept = { content: content(), origin: { mode: 'new', id: null }, savedAt: 1, unfinished: [file] }
    expect(readLocalContent(structuredClone(kept))).toEqual(kept)
    const { unfinished: _none, ...older } = kept
    expect(readLocalContent(older)).toEqual({ ...kept, unfinished: [] })
    const { asLink: _asLink, ...ofBefore } = file
    expect(readLocalContent({ ...kept, unfinished: [ofBefore] })).toEqual({
      ...kept,
      unfinished: [{ ...file, asLink: false }],
    })
    expect(readLocalContent({ ...kept, unfinished: [{ ...file, size: 'x' }] })).toBeNull()
    expect(readLocalContent({ ...kept, content: { ...kept.content, to: 'x' } })).toBeNull()
    expect(readLocalContent(null)).toBeNull()
  })
})

describe('the files that go', () => {
  const picture = { ...file(1), attachmentId: 'p', cid: 'p@x' }
  const html = '<div><img src="blob:1" data-ep-cid="p@x"></div>'
  const form = {
    ...{ to: [], cc: [], bcc: [], subject: '', html: '', attachments: [file(1), picture], scheduledAt: null },
    ...{ draftId: null, inReplyTo: 'm', mode: 'reply' as const, urgent: false, receipt: false, separate: false },
    ...{ saveToSent: true, savedAt: null },
  }

  it('hold a picture only while the text shows it', () => {
    const attachments = [file(1), picture]
    expect(goingFiles(content({ attachments, html })).map(({ attachmentId }) => attachmentId)).toEqual(['a', 'p'])
    expect(goingFiles(content({ attachments })).map(({ attachmentId }) => attachmentId)).toEqual(['a'])
    expect(fits(content({ attachments: [{ ...picture, size: limits.attachmentBytesPerMail }] }), [], 1)).toBe(true)
  })

  it('say no picture whose file does not go, but keep the place of one on its way', () => {
    expect(writtenFields(content({ html }))).toMatchObject({ html: '<div></div>' })
    expect(writtenFields(content({ html }), ['p@x'])).toMatchObject({ html: '<div><img src="cid:p@x"></div>' })
    expect(writtenFields(content({ html, attachments: [picture] }))).toMatchObject({
      html: '<div><img src="cid:p@x"></div>',
    })
    expect(writtenFields(content({ plain: true, text: 'a' }))).toMatchObject({ text: 'a' })
  })

  it('are files like any other where no text shows them, and stay behind in a plain answer', () => {
    const formatted = { plain: false, text: '', html: '<p>x</p>' }
    const nothingQuoted = { plain: false, text: '', html: '' }
    const plain = { plain: true, text: '', html: '' }
    const cidsOf = (opened: ComposeContent) => opened.attachments.map(({ attachmentId, cid }) => [attachmentId, cid])
    expect(cidsOf(contentOf(form, { ...formatted, html }, 'k'))).toContainEqual(['p', 'p@x'])
    expect(cidsOf(contentOf(form, formatted, 'k'))).toContainEqual(['p', undefined])
    expect(cidsOf(contentOf(form, plain, 'k'))).toEqual([['a', undefined]])
    expect(cidsOf(contentOf(form, nothingQuoted, 'k', true))).toEqual([['a', undefined]])
    expect(cidsOf(contentOf({ ...form, mode: 'forward' }, plain, 'k'))).toContainEqual(['p', undefined])
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
