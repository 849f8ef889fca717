import { describe, expect, it } from 'vitest'
import { callOf, methodOf } from '#server/http/answered'
import { type LogLevel, makeLog, makeSessionMarks } from '#server/http/log'

function logAt(level: LogLevel) {
  const lines: string[] = []
  const log = makeLog({ level, write: (line) => lines.push(line), now: () => Date.UTC(2026, 10, 21) })
  log.error({ event: 'bug', path: 'outbox', name: 'TypeError', trace: ['at a\nb'] })
  log.info({ event: 'started' })
  log.debug({ event: 'ready' })
  return lines
}

describe('the log', () => {
  it('is one JSON object a line', () => {
    const [bug = ''] = logAt('error')
    expect(bug.indexOf('\n')).toBe(bug.length - 1)
    expect(JSON.parse(bug)).toEqual({
      level: 'error',
      time: '2026-11-21T00:00:00.000Z',
      event: 'bug',
      path: 'outbox',
      name: 'TypeError',
      trace: ['at a\nb'],
    })
  })

  it('holds back what is below its level', () => {
    expect([logAt('error').length, logAt('info').length, logAt('debug').length]).toEqual([1, 2, 3])
  })

  it('S35: marks a session without telling whose it is, and otherwise in the next process', () => {
    const mark = makeSessionMarks()
    expect(mark(undefined)).toBeUndefined()
    expect(mark('Bearer one')).toMatch(/^[\w-]{10}$/)
    expect(mark('Bearer one')).toBe(mark('Bearer one'))
    expect(mark('Bearer one')).not.toBe(mark('Bearer two'))
    expect(makeSessionMarks()('Bearer one')).not.toBe(mark('Bearer one'))
  })

  it.each([
    ['/webmail/query/search2.action?keyword=secret', 'webmail/query/search2.action'],
    ['/webmail/lin@ep.test?x', 'unknown'],
    ['/readyz', 'readyz'],
    ['/assets/main-abc.js', 'asset'],
    ['/receive/mailshow?id=secret', 'page'],
    ['/lin@ep.test', 'page'],
  ])('S35: calls %s %s', (url, call) => {
    expect(callOf(url)).toBe(call)
  })

  it('S35: knows the methods that are asked for, and no other word', () => {
    expect([methodOf('POST'), methodOf('SECRET')]).toEqual(['POST', 'other'])
  })
})
