import { afterEach, describe, expect, it } from 'vitest'
import { emptyRuleSet } from '#server/core/rules/rules'
import { makeSieveRuleStores } from '#server/rules/sieve/ruleStores'
import { openSieveSink, type SinkOptions } from '../../support/connections/sieveSink'
import { away, rule, ruleSet, subjectHas } from '../../support/mail/someRules'
import { ruleStoreConforms } from '../conformance/rules/ruleStore'

const account = {
  id: 'lin',
  address: 'lin@ep.test',
  displayName: 'Lin',
  tier: 'soho',
  organization: null,
  locked: false,
  dueAt: null,
} as const

async function open(options: SinkOptions & { readonly dial?: string; readonly given?: string | null } = {}) {
  const sink = await openSieveSink(options)
  const stores = makeSieveRuleStores({
    host: options.dial ?? '127.0.0.1',
    port: sink.port,
    secure: false,
    deadlineMs: 300,
    credentials: { passwordOf: async () => (options.given === undefined ? 'secret' : options.given) },
    folderPath: async (_account, folder) => folder,
  })
  return { sink, store: stores.of(account) }
}

ruleStoreConforms(
  'ManageSieve',
  async () => {
    const { sink, store } = await open()
    return { store, reopen: async () => store, close: sink.close }
  },
  { rounds: 20 },
)

describe('a ManageSieve server', () => {
  let close = async () => {}
  afterEach(() => close())

  const opened = async (options: Parameters<typeof open>[0] = {}) => {
    const place = await open(options)
    close = place.sink.close
    return place
  }
  const flagging = ruleSet(rule({ conditions: [subjectHas('x')], actions: [{ kind: 'flag' }] }))

  it.each([
    ['R9: says nothing at all', '', 'silence'],
    ['R9: falls silent at a command', 'LISTSCRIPTS', 'silence'],
    ['R8: hangs up', 'GETSCRIPT', 'cut'],
    ['R10: says goodbye', 'LISTSCRIPTS', 'BYE (TRYLATER) "restarting"'],
    ['cannot say who is who', 'AUTHENTICATE', 'NO (TRYLATER) "later"'],
    ['speaks no ManageSieve', '', '220 mail ESMTP\r\n{99999999999}'],
    ['announces more than anybody may', 'GETSCRIPT', '{999999999}\r\n'],
  ])('%s, and the store is away until it is back', async (_what, command, how) => {
    const { sink, store } = await opened()
    sink.scripts.set('ep-mail', '')
    sink.misbehave(command, how)
    await expect(store.load()).rejects.toMatchObject({ name: 'StoreAway' })
    sink.behave()
    expect((await store.load()).rules).toEqual(emptyRuleSet)
  })

  it('refuses the password, or there is none, and the session is at its end', async () => {
    const wrong = await opened({ given: 'old' })
    await expect(wrong.store.load()).rejects.toMatchObject({ name: 'SessionEnded' })
    await wrong.sink.close()
    const none = await opened({ given: null })
    await expect(none.store.load()).rejects.toMatchObject({ name: 'SessionEnded' })
    expect(none.sink.told).toEqual([])
  })

  it('S17: is told no password over a network without TLS', async () => {
    // An address of this machine that does not look like one.
    const { sink, store } = await opened({ host: '0.0.0.0', dial: '0.0.0.0' })
    await expect(store.load()).rejects.toMatchObject({ name: 'StoreAway' })
    expect(sink.told).toEqual([])
  })

  it.each([
    ['NO (QUOTA/MAXSIZE) "too long"', 'quotaExceeded'],
    ['NO "line 1: error"', 'serverCannot'],
  ])('answers %s, which is %s, and the old rules stand', async (answer, code) => {
    const { sink, store } = await opened()
    const { version } = await store.load()
    sink.misbehave('PUTSCRIPT', answer)
    await expect(store.replace(flagging, version)).rejects.toMatchObject({ code })
    expect(await store.load()).toMatchObject({ rules: emptyRuleSet, version })
  })

  it('lacks an extension: what needs it is refused by name, and the rest is kept', async () => {
    const { sink, store } = await opened({ extensions: 'fileinto imap4flags' })
    const { version } = await store.load()
    await expect(store.replace({ ...flagging, away: away() }, version)).rejects.toMatchObject({
      code: 'serverCannot',
      detail: { payload: { missing: ['vacation'] } },
    })
    expect(sink.scripts.size).toBe(0)
    await store.replace(flagging, version)
    expect(sink.active()).toBe('ep-mail')
  })

  it("knows no include: the person's own script is taken over as it stands, once, and not taken away", async () => {
    const { sink, store } = await opened({ extensions: 'fileinto imap4flags' })
    const mine = 'require "fileinto";\r\n# caf\xe9\r\nif header :is "a" "b" { fileinto "c"; stop; }'
    sink.scripts.set('mine', mine)
    sink.activate('mine')
    for (const actions of [[{ kind: 'flag' }], [{ kind: 'markSeen' }]] as const) {
      const { version } = await store.load()
      await store.replace(ruleSet(rule({ actions })), version)
    }
    expect(sink.active()).toBe('ep-mail')
    expect(sink.scripts.get('mine')).toBe(mine)
    expect(sink.scripts.get('ep-mail')?.split(mine)).toHaveLength(2)
    expect(await store.surroundings()).toMatchObject({ foreign: [{ name: null }] })
  })

  it.each([
    ['answers by itself', 'require "vacation"; if true { vacation "away"; }', true],
    ['has an answer that is off', 'require "vacation";\nif false # {\n{ if true { vacation "away"; } }\nkeep;', false],
    ['speaks of answers', 'if header "subject" "vacation" { /* vacation */ stop; }', false],
  ])('holds a script that %s: %s', async (_what, mine, isRefused) => {
    const { sink, store } = await opened()
    sink.scripts.set('mine', mine)
    sink.activate('mine')
    const { version } = await store.load()
    const set = store.replace({ ...flagging, away: away() }, version)
    if (isRefused) await expect(set).rejects.toMatchObject({ code: 'answeredElsewhere' })
    else await set
    expect(sink.active()).toBe(isRefused ? 'mine' : 'ep-mail')
  })

  it('S13, S14: holds scripts under names that try to be more than names', async () => {
    const { sink, store } = await opened()
    const name = Buffer.from('my "best"\\ 规则\r\nDELETESCRIPT "ep-mail"').toString('latin1')
    sink.scripts.set(name, 'keep;')
    sink.activate(name)
    const { version } = await store.load()
    await store.replace(flagging, version)
    expect(sink.told).not.toContain('DELETESCRIPT')
    expect(sink.scripts.get('ep-mail')).toContain('include :personal :optional "my \\"best\\"\\\\ ')
    sink.told.length = 0
    expect((await store.load()).rules).toEqual(flagging)
    expect(sink.told.filter((command) => command === 'GETSCRIPT')).toHaveLength(1)
    expect((await store.surroundings()).foreign).toEqual([{ name: expect.stringContaining('规则'), script: 'keep;' }])
  })
})
