import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { isPasswordStrong } from '#contract/rules'
import { systemFolders } from '#contract/shapes'
import { annaMailbox } from '#server/demo/annaMails'
import { compose } from '#server/demo/compose'
import { linMailbox } from '#server/demo/linMails'
import { strongPassword } from '#server/demo/seedDemo'

const now = Date.parse('2026-11-20T08:00:00Z')

describe('the demo mailboxes', () => {
  it('hold about a dozen mails each, in folders that are there, in both languages', () => {
    for (const { mails, folders } of [linMailbox, annaMailbox]) {
      expect(mails.length).toBeGreaterThan(10)
      for (const mail of mails) expect([...systemFolders, ...folders]).toContain(mail.folder)
      const subjects = mails.map((it) => it.subject)
      expect(subjects.some((it) => /\p{Script=Han}/u.test(it))).toBe(true)
      expect(subjects.some((it) => !/\p{Script=Han}/u.test(it))).toBe(true)
    }
  })

  it('are built as true messages: headers, parts and attachments read back as they were written', async () => {
    for (const { mails } of [linMailbox, annaMailbox]) {
      for (const [index, mail] of mails.entries()) {
        const raw = await compose(mail, `k${index}`, now, 'ep.test')
        const read = await PostalMime.parse(raw)
        expect(read.subject).toBe(mail.subject)
        expect(read.text?.replaceAll('\r\n', '\n').trim()).toBe(mail.text.replaceAll('{domain}', 'ep.test').trim())
        expect(read.attachments.map((it) => it.filename)).toEqual((mail.files ?? []).map((it) => it.name))
        expect(raw.includes('{domain}')).toBe(false)
      }
    }
  })

  it('draw passwords that the rule takes, and never the same twice', () => {
    const drawn = Array.from({ length: 200 }, strongPassword)
    expect(drawn.every(isPasswordStrong)).toBe(true)
    expect(new Set(drawn).size).toBe(200)
  })
})
