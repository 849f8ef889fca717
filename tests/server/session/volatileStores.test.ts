/** What a sign-in writes while the disk is full, over a disk that is full when the test says so (TRUST R12, S19). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeVolatileStores } from '#server/composition/volatileStores'
import { Refusal } from '#server/core/refusal'
import { makeInboxCursors } from '#server/mail/newMail/inboxCursors.sql'
import { makeAttemptStore } from '#server/session/attempts/attempts.sql'
import { makeCaptchaStore } from '#server/session/captcha/captcha.sql'
import { makeQrLogins } from '#server/session/qr/qrLogins.sql'
import { makeSessionStore } from '#server/session/session.sql'
import { makeSignInLog } from '#server/session/signIns/signInLog.sql'
import { makeTicketStore } from '#server/session/tickets/tickets.sql'
import { makeEmbeddedPlace } from '../../support/stores/embeddedSetup'

let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
let isFull: boolean
let now: number
let stores: ReturnType<typeof opened>

const reads = ['find', 'secretOf', 'holding', 'count', 'owner', 'look', 'get']

/** The same store, whose writes find no room while `isFull`. */
function onDisk<S extends object>(store: S): S {
  return new Proxy(store, {
    get: (target, name, receiver) => {
      if (isFull && typeof name === 'string' && !reads.includes(name))
        return async () => {
          throw new Refusal('diskFull')
        }
      return Reflect.get(target, name, receiver)
    },
  })
}

function opened() {
  const db = place.db()
  const disk = {
    attempts: onDisk(makeAttemptStore(db)),
    captchas: onDisk(makeCaptchaStore(db)),
    inboxCursors: onDisk(makeInboxCursors(db)),
    qrLogins: onDisk(makeQrLogins(db)),
    sessions: onDisk(makeSessionStore(db)),
    signIns: onDisk(makeSignInLog(db)),
    tickets: onDisk(makeTicketStore(db)),
  }
  return { disk, ...makeVolatileStores(db, disk, { now: () => now }) }
}

beforeEach(async () => {
  place = await makeEmbeddedPlace()
  isFull = false
  now = 1_000
  stores = opened()
})
afterEach(async () => {
  await stores.close()
  await place.close()
})

describe('tries while the disk is full', () => {
  it('S19: count on from those on the disk, and go on counting when there is room', async () => {
    const { attempts } = stores.stores
    expect(await attempts.note('lin', now, 100)).toBe(1)
    isFull = true
    expect([await attempts.note('lin', now, 100), await attempts.note('lin', now, 100)]).toEqual([2, 3])
    expect(await attempts.noteWithin('lin', now, 100, 3)).toBe(false)
    expect(await attempts.noteWithin('lin', now, 100, 4)).toBe(true)
    isFull = false
    expect(await attempts.note('lin', now, 100)).toBe(5)
    expect([await attempts.noteWithin('lin', now, 100, 5), await attempts.count('lin', now, 100)]).toEqual([false, 5])
  })

  it('S19: are cleared and taken back, wherever they were noted', async () => {
    const { attempts } = stores.stores
    for (const at of [990, 995]) await attempts.note('lin', at, 100)
    isFull = true
    await attempts.note('lin', now, 100)
    await attempts.takeBack('lin', now)
    expect(await attempts.count('lin', now, 100)).toBe(2)
    await attempts.clear('lin')
    expect(await attempts.count('lin', now, 100)).toBe(0)
    now = 1_010
    expect(await attempts.note('lin', now, 100)).toBe(1)
    isFull = false
    expect(await attempts.note('lin', now, 100)).toBe(2)
  })
})

describe('a session that is opened while the disk is full', () => {
  const session = {
    accountId: 'a',
    username: 'lin@ep.test',
    timezone: 'Asia/Shanghai',
    createdAt: 1_000,
    expiresAt: 9_000,
    sealedSecret: null,
    isKept: true,
  }

  it('R12: lives in memory, is extended and closed there, and moves to the disk', async () => {
    isFull = true
    await stores.stores.sessions.open('one', session)
    await stores.stores.sessions.open('two', session)
    await stores.stores.sessions.extend('one', 9_500)
    expect(await stores.stores.sessions.find('one', now)).toMatchObject({ expiresAt: 9_500 })
    expect(await stores.disk.sessions.find('one', now)).toBeNull()
    isFull = false
    await stores.stores.sessions.close('two')
    expect(await stores.stores.sessions.find('two', now)).toBeNull()
    await stores.moveToDisk()
    expect(await stores.disk.sessions.find('one', now)).toMatchObject({ expiresAt: 9_500 })
  })

  it('S18: ends with all others of its account', async () => {
    isFull = true
    await stores.stores.sessions.open('one', session)
    isFull = false
    await stores.stores.sessions.closeAll('a')
    expect(await stores.stores.sessions.find('one', now)).toBeNull()
  })

  it('R12: one that was there before is used on, though its end cannot be moved', async () => {
    await stores.stores.sessions.open('one', session)
    isFull = true
    await stores.stores.sessions.extend('one', 9_900)
    expect(await stores.stores.sessions.find('one', now)).toMatchObject({ expiresAt: 9_000 })
  })
})

describe('a captcha while the disk is full', () => {
  const picture = { answerHash: 'right', clientNetwork: '192.0.2.1', readyAt: 0, expiresAt: 9_000 }
  const given = { answerHash: 'right', clientNetwork: '192.0.2.1', now: 1_000, tries: 5 }

  it('S19: lets one sign-in through, and one of before that cannot be used up lets nobody in', async () => {
    const { captchas } = stores.stores
    await captchas.keep('before', picture)
    isFull = true
    await captchas.keep('now', picture)
    expect(await captchas.answer('before', given)).toBe('gone')
    expect([await captchas.answer('now', given), await captchas.answer('now', given)]).toEqual(['right', 'gone'])
  })
})

it('R12: other errors than a full disk come through', async () => {
  const note = async () => {
    throw new Error('a bug')
  }
  const broken = { ...stores.disk, attempts: { ...stores.disk.attempts, note } }
  const { attempts } = makeVolatileStores(place.db(), broken, { now: () => now }).stores
  await expect(attempts.note('lin', now, 100)).rejects.toThrow('a bug')
})

describe('a sign-in by QR code while the disk is full', () => {
  const login = { secretHash: 's', userAgent: '', remoteAddress: '192.0.2.1', createdAt: 1_000, expiresAt: 9_000 }
  const by = { accountId: 'a', tokenHash: 't' }

  it('R12: is made, scanned, confirmed and used once in memory, also when there is room again meanwhile', async () => {
    const { qrLogins } = stores.stores
    isFull = true
    await qrLogins.add('id', login)
    expect(await qrLogins.find('id', 's', now)).toMatchObject({ state: 'waiting' })
    expect(await qrLogins.scan('id', by, now)).toMatchObject({ state: 'scanned', accountId: 'a' })
    isFull = false
    expect(await qrLogins.decide('id', { ...by, accountId: 'other' }, 'confirmed', null, now)).toBe(false)
    expect(await qrLogins.decide('id', by, 'confirmed', null, now)).toBe(true)
    expect([await qrLogins.claim('id', 's', now), await qrLogins.claim('id', 's', now)]).toEqual([
      { ...by, sealedSecret: null },
      null,
    ])
  })

  it('S18: is taken back with the session that confirmed it', async () => {
    const { qrLogins } = stores.stores
    isFull = true
    await qrLogins.add('id', login)
    await qrLogins.scan('id', by, now)
    isFull = false
    await qrLogins.drop('a', 't')
    expect(await qrLogins.find('id', 's', now)).toBeNull()
  })
})
