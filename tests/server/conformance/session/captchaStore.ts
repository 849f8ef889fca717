import { describe, expect, it } from 'vitest'
import { makeCaptchaStore } from '#server/session/captcha/captcha.sql'
import type { CaptchaStore } from '#server/session/captcha/captcha.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const home = '192.0.2.9'
const picture = { answerHash: 'right', clientNetwork: home, readyAt: 1_000, expiresAt: 2_000 }
const wait = { ...picture, answerHash: null, readyAt: 1_500 }
const given = { answerHash: 'right', clientNetwork: home, now: 1_500, tries: 3 }

export function captchaStoreConforms(name: string, make: MakeSubject<CaptchaStore>): void {
  describe(`captchas: ${name}`, () => {
    const subject = eachTest(make)
    const kept = async (captcha: typeof picture | typeof wait = picture) => {
      const { store } = subject.current()
      await store.keep('id', captcha)
      return store
    }

    it('S19: lets one through, however many come with the right answer at once', async () => {
      const store = await kept()
      const answers = await Promise.all(Array.from({ length: 5 }, () => store.answer('id', given)))
      expect(answers.toSorted()).toEqual(['gone', 'gone', 'gone', 'gone', 'right'])
    })

    it('S19: takes so many wrong answers and no more, also at once, and then not even the right one', async () => {
      const store = await kept()
      const wrong = () => store.answer('id', { ...given, answerHash: 'wrong' })
      expect((await Promise.all([wrong(), wrong(), wrong(), wrong()])).toSorted()).toEqual([
        'gone',
        'gone',
        'wrong',
        'wrong',
      ])
      expect(await store.answer('id', given)).toBe('gone')
    })

    it('S19: is of no use elsewhere, under another id, or once it has run out', async () => {
      const store = await kept()
      expect(await store.answer('id', { ...given, clientNetwork: '192.0.2.10' })).toBe('gone')
      expect(await store.answer('another', given)).toBe('gone')
      expect(await store.answer('id', { ...given, now: 2_000 })).toBe('gone')
      expect(await store.answer('id', given)).toBe('right')
    })

    it('S19: a wait takes any answer once it is over, and is not spent before', async () => {
      const store = await kept(wait)
      expect(await store.answer('id', { ...given, now: 1_499 })).toBe('gone')
      expect(await store.answer('id', { ...given, answerHash: 'none' })).toBe('right')
      expect(await store.answer('id', given)).toBe('gone')
    })

    it('another picture takes the place of the one before, with all its tries', async () => {
      const store = await kept()
      for (let tries = 0; tries < 3; tries += 1) await store.answer('id', { ...given, answerHash: 'wrong' })
      await store.keep('id', { ...picture, answerHash: 'another' })
      expect(await store.answer('id', given)).toBe('wrong')
      expect(await store.answer('id', { ...given, answerHash: 'another' })).toBe('right')
    })

    it('forgets what has run out', async () => {
      const store = await kept()
      await store.sweep(1_999)
      expect(await store.answer('id', { ...given, answerHash: 'wrong' })).toBe('wrong')
      await store.sweep(2_000)
      expect(await store.answer('id', given)).toBe('gone')
    })
  })
}

export const overSql = sqlSuite(makeCaptchaStore, captchaStoreConforms)
