import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { browserMailCache, mailCacheLimits } from '#src/lib/storage/browserMailCache'
import { wipeMailCache } from '#src/lib/storage/wipeMailCache'
import { plainMail } from '#tests/support/mail/plainMail'

const mail = (id: string, text = 'Text') => plainMail(id, { text })

function makeBrowser() {
  const factory = new IDBFactory()
  const browser = { factory, owner: 'lin@ep.test', now: 0 }
  const open = (account = browser.owner) =>
    browserMailCache(factory, account, {
      now: () => {
        browser.now += 1
        return browser.now
      },
      isOwner: (name) => name === browser.owner,
    })
  return { browser, open }
}

describe('mail kept in the browser', () => {
  it('is there at the next visit', async () => {
    const { open } = makeBrowser()
    const kept = await open()
    expect(await kept.put([mail('a'), mail('b')])).toBe(true)
    await kept.changeLists([{ key: 'inbox', content: { rows: [] } }], [])
    const again = await open()
    expect(await again.ids()).toEqual(['a', 'b'])
    expect(await again.mail('b')).toEqual(mail('b'))
    expect(await again.mail('c')).toBeNull()
    expect(await again.lists()).toEqual([{ key: 'inbox', content: { rows: [] } }])
    await again.changeLists([], ['inbox'])
    await again.remove(['a'])
    expect(await again.ids()).toEqual(['b'])
    expect(await again.mail('a')).toBeNull()
    expect(await again.lists()).toEqual([])
  })

  it('S18: is wiped before another person’s is kept', async () => {
    const { browser, open } = makeBrowser()
    const kept = await open()
    await kept.put([mail('a')])
    await kept.changeLists([{ key: 'inbox', content: {} }], [])
    browser.owner = 'wang@ep.test'
    const other = await open()
    expect(await other.ids()).toEqual([])
    expect(await other.mail('a')).toBeNull()
    expect(await other.lists()).toEqual([])
  })

  it('S18: is neither read nor written for whoever is no longer signed in', async () => {
    const { browser, open } = makeBrowser()
    const kept = await open()
    await kept.put([mail('a')])
    browser.owner = 'nobody'
    expect(await kept.mail('a')).toBeNull()
    expect(await kept.lists()).toEqual([])
    expect(await kept.put([mail('b')])).toBe(false)
    browser.owner = 'lin@ep.test'
    expect(await kept.ids()).toEqual(['a'])
  })

  it('S18: what is written while the person signs out goes as well', async () => {
    const { browser, open } = makeBrowser()
    const kept = await open()
    const writing = kept.put([mail('a')])
    browser.owner = 'nobody'
    await wipeMailCache(browser.factory)
    await writing
    browser.owner = 'lin@ep.test'
    expect(await (await open()).ids()).toEqual([])
  })

  it('S18: leaves no database behind, not even an empty one, where the person signs out between two steps of a reading', async () => {
    const { browser, open } = makeBrowser()
    const opening = vi.spyOn(browser.factory, 'open')
    const connection = (): IDBDatabase => {
      const last = opening.mock.results.at(-1)
      if (last?.type !== 'return') throw new Error('nothing was opened')
      return last.value.result
    }
    const kept = await open()
    await kept.put([mail('a')])
    const reading = kept.mail('a')
    // Its first step is under way, and the wipe has the connection closed before the second.
    await Promise.resolve()
    await Promise.resolve()
    connection().close()
    connection().onclose?.(new Event('close'))
    browser.owner = 'nobody'
    await Promise.all([reading, wipeMailCache(browser.factory)])
    expect(await browser.factory.databases()).toEqual([])
  })

  it('is gone after a wipe, whoever has it open', async () => {
    const { browser, open } = makeBrowser()
    const kept = await open()
    await kept.put([mail('a')])
    await wipeMailCache(browser.factory)
    expect(await browser.factory.databases()).toEqual([])
    expect(await (await open()).ids()).toEqual([])
  })

  it('lets go what was used longest ago where there are too many', async () => {
    const { open } = makeBrowser()
    const kept = await open()
    const ids = Array.from({ length: mailCacheLimits.mails }, (_, index) => `m${index}`)
    for (const id of ids) await kept.put([mail(id)])
    await kept.mail('m0')
    await kept.put([mail('new')])
    const left = await kept.ids()
    expect(left).toHaveLength(mailCacheLimits.mails)
    expect(left).toContain('m0')
    expect(left).toContain('new')
    expect(await kept.mail('m1')).toBeNull()
  })

  it('lets go what was used longest ago where it is too much, and keeps none that is too large', async () => {
    const { open } = makeBrowser()
    const kept = await open()
    const large = 'x'.repeat(mailCacheLimits.ofOne - 2_000)
    const count = Math.floor(mailCacheLimits.characters / large.length) + 2
    for (let index = 0; index < count; index += 1) await kept.put([mail(`m${index}`, large)])
    const left = await kept.ids()
    expect(left.length).toBeLessThan(count)
    expect(left).not.toContain('m0')
    expect(left).toContain(`m${count - 1}`)
    await kept.put([mail('huge', 'x'.repeat(mailCacheLimits.ofOne))])
    expect(await kept.mail('huge')).toBeNull()
  })

  it('keeps silent where the browser has no database or no room', async () => {
    const none = new IDBFactory()
    const without = Object.assign(none, {
      open: () => {
        throw new DOMException('no databases here', 'SecurityError')
      },
    })
    const options = { now: () => 1, isOwner: () => true }
    const kept = await browserMailCache(without, 'lin@ep.test', options)
    expect(await kept.put([mail('a')])).toBe(false)
    expect(await kept.mail('a')).toBeNull()
    expect(await kept.lists()).toEqual([])
  })

  it('takes nothing for a mail that is none any more', async () => {
    const { browser, open } = makeBrowser()
    const kept = await open()
    await kept.put([mail('a')])
    await new Promise<void>((resolve, reject) => {
      const request = browser.factory.open('ep_mails')
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const transaction = request.result.transaction('mails', 'readwrite')
        transaction.objectStore('mails').put({ id: 'a', mail: { id: 'a', html: '<b>' } })
        transaction.oncomplete = () => {
          request.result.close()
          resolve()
        }
      }
    })
    expect(await kept.mail('a')).toBeNull()
  })
})
