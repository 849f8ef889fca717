import { describe, expect, it } from 'vitest'
import { mailsRenamed, rowsFetched } from '#src/store/mail/cache'
import { mailCached, mailsSlice, mailUsed, pageCacheLimits } from '#src/store/mail/cache/mailsSlice'
import { folderEmptied, folderMarked, mailMarked, mailMoved, mailMoveUndone } from '#src/store/mail/mailEvents'
import { signedOut } from '#src/store/session/session'
import { plainMail } from '#tests/support/mail/plainMail'

const { reducer } = mailsSlice
type State = ReturnType<typeof reducer>

const kept = (state: State | undefined, id: string, change: Parameters<typeof plainMail>[1] = {}): State =>
  reducer(state, mailCached({ mail: plainMail(id, change), at: 5 }))
const ids = (state: State) => Object.keys(state.mails)

describe('mails in memory', () => {
  it('R19: are at most so many, and the one used longest ago leaves first', () => {
    let state = kept(undefined, 'm0')
    for (let index = 1; index < pageCacheLimits.mails; index += 1) state = kept(state, `m${index}`)
    state = kept(reducer(state, mailUsed('m0')), 'new')
    expect(ids(state)).toHaveLength(pageCacheLimits.mails)
    expect(ids(state)).toContain('m0')
    expect(ids(state)).not.toContain('m1')
    for (const table of [state.weights, state.toldAt]) expect(Object.keys(table)).toHaveLength(pageCacheLimits.mails)
  })

  it('R19: weigh at most so much, but the newest stays whatever it weighs', () => {
    const html = 'x'.repeat(pageCacheLimits.characters / 2)
    let state = kept(undefined, 'a', { html })
    state = kept(state, 'b', { html })
    expect(ids(state)).toEqual(['b'])
    state = kept(state, 'c', { html: html + html })
    expect(ids(state)).toEqual(['c'])
  })

  it('follow marks, moves and their undoing', () => {
    const mail = plainMail('a')
    const change = { changeId: '1', mails: [mail], target: 'deleted' }
    let state = reducer(kept(undefined, 'a'), mailMarked({ changeId: '1', mails: [mail], mark: 'seen' }))
    expect(state.mails.a?.seen).toBe(true)
    state = reducer(state, folderMarked({ folder: 'inbox', mark: 'flagged' }))
    expect(state.mails.a?.flagged).toBe(true)
    state = reducer(state, mailMoved(change))
    expect(state.mails.a?.folder).toBe('deleted')
    state = reducer(state, mailMoveUndone(change))
    expect(state.mails.a).toMatchObject({ folder: 'inbox', seen: false, flagged: false })
  })

  it('keep why they are junk where a move out of it is refused', () => {
    const junk = { folder: 'junk', junkBy: 'scanner' } as const
    const change = { changeId: '1', mails: [plainMail('a', { folder: 'junk' })], target: 'inbox' }
    const moved = reducer(kept(undefined, 'a', junk), mailMoved(change))
    expect(moved.mails.a?.junkBy).toBeUndefined()
    const refused = reducer(moved, mailMoveUndone(change))
    expect(refused.mails.a).toMatchObject(junk)
    expect(refused.unexplained).toEqual({})
  })

  it('follows what a list says of mail that waits: another time, and that it has failed', () => {
    const waiting = { folder: 'scheduled', waits: 'waiting', scheduledAt: 100 } as const
    const failed = { folder: 'scheduled', waits: 'failed', scheduledAt: 200, receivedAt: 200 } as const
    const state = reducer(kept(undefined, 'a', waiting), rowsFetched({ rows: [plainMail('a', failed)], at: 9 }))
    expect(state.mails.a).toMatchObject(failed)
  })

  it('take on what a row tells of them', () => {
    const state = reducer(
      kept(undefined, 'a'),
      rowsFetched({ rows: [plainMail('a', { seen: true, folder: 'sent' })], at: 9 }),
    )
    expect(state.mails.a).toMatchObject({ seen: true, folder: 'sent', text: 'Text' })
    expect(state.toldAt.a).toBe(9)
  })

  it('R11: are gone for the reader where they are called otherwise now, and where their folder was emptied', () => {
    const renamed = reducer(kept(undefined, 'a'), mailsRenamed(['a']))
    expect(renamed.mails).toEqual({})
    expect(renamed.failures).toEqual({ a: 'notFound' })
    const emptied = reducer(kept(undefined, 'a'), folderEmptied({ folder: 'inbox', target: 'deleted' }))
    expect(emptied.mails).toEqual({})
    expect(emptied.failures).toEqual({ a: 'notFound' })
  })

  it('S18: are none once the person has signed out', () => {
    expect(reducer(kept(undefined, 'a'), signedOut())).toEqual(reducer(undefined, { type: 'afresh' }))
  })
})
