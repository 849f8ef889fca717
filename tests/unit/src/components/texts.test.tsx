import { render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { AddressText } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import {
  chinaDate,
  fullDate,
  listDate,
  mediumDate,
  minuteDate,
  minuteTime,
  secondDate,
  secondTime,
  shortDate,
  showDatesAs,
} from '#src/components/text/mailDate'

it('shows characters 5 to 15 of the date in a list', () => {
  expect(listDate('2026-11-21 09:42:31')).toBe('11-21 09:42')
})

it('R17: says nothing of a date that is none', () => {
  expect(fullDate(null, 'en-US')).toBe('')
  expect(fullDate(Number.NaN, 'en-US')).toBe('')
  expect(fullDate(9e15, 'en-US')).toBe('')
})

it.each([
  ['whole', fullDate, '2026年11月1日星期日 09:05', 'Sunday, November 1, 2026 at 9:05 AM'],
  ['for a table', minuteDate, '2026/11/01 09:05', '11/01/2026, 09:05 AM'],
  ['without the year', shortDate, '11月1日 09:05', 'Nov 1, 9:05 AM'],
  ['to the minute', mediumDate, '2026年11月1日 09:05', 'Nov 1, 2026, 9:05 AM'],
  ['to the second', secondDate, '2026年11月1日 09:05:03', 'Nov 1, 2026, 9:05:03 AM'],
  ['as a time of the day', minuteTime, '09:05', '9:05 AM'],
  ['as a time to the second', secondTime, '09:05:03', '9:05:03 AM'],
] as const)('writes a date %s in both languages', (_style, write, chinese, english) => {
  const at = new Date(2026, 10, 1, 9, 5, 3).getTime()
  expect(write(at, 'zh-CN')).toBe(chinese)
  expect(write(at, 'en-US')).toBe(english)
})

it('R17: writes an instant in the zone in which the device is by then', () => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const at = Date.parse('2026-11-21T09:30Z')
  const written = ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu'].map((zone) => {
    vi.stubEnv('TZ', zone)
    return fullDate(at, 'zh-CN')
  })
  expect(written).toEqual(['2026年11月21日星期六 17:30', '2026年11月21日星期六 04:30', '2026年11月21日星期六 15:15'])
})

it.each([
  ['iso', '2026-11-01 09:05:03', '2026-11-01', '11-01 09:05', '09:05'],
  ['dayFirst', '01/11/2026 09:05:03', '01/11/2026', '01/11 09:05', '09:05'],
  ['monthFirst', '11/01/2026 09:05:03', '11/01/2026', '11/01 09:05', '09:05'],
] as const)('writes dates as the account has them, %s, in its zone', (form, second, day, brief, time) => {
  onTestFinished(() => void showDatesAs({ zone: null, form: 'asLanguage' }))
  showDatesAs({ zone: 'America/New_York', form })
  // Their clocks have gone back that night.
  const at = Date.parse('2026-11-01T14:05:03Z')
  for (const language of ['zh-CN', 'en-US']) {
    const written = [secondDate, chinaDate, shortDate, minuteTime].map((write) => write(at, language))
    expect(written).toEqual([second, day, brief, time])
    expect(fullDate(9e15, language)).toBe('')
  }
  showDatesAs({ zone: 'America/New_York', form: 'asLanguage' })
  expect(fullDate(at, 'zh-CN')).toBe('2026年11月1日星期日 09:05')
})

it('writes the end of a membership by the clock of China, whatever zone is shown', () => {
  showDatesAs({ zone: 'Asia/Tokyo', form: 'asLanguage' })
  const lastMoment = Date.parse('2027-01-31T23:59:59.999+08:00')
  expect(chinaDate(lastMoment, 'zh-CN')).toBe('2027/01/31')
  expect(chinaDate(lastMoment, 'en-US')).toBe('01/31/2027')
  showDatesAs({ zone: null, form: 'asLanguage' })
})

it('writes sizes as people read them', () => {
  expect(['0', 900, 86 * 1024, 1.8 * 1024 * 1024, 52_428_800].map((size) => fileSize(Number(size), 'en-US'))).toEqual([
    '0 B',
    '900 B',
    '86 KB',
    '1.8 MB',
    '50 MB',
  ])
})

it('S31: shows the real address where the name looks like another, without misleading controls', () => {
  render(<AddressText address={{ name: 'boss@ep.test\u202e', address: 'x@evil.test' }} />)
  expect(screen.getByText('boss@ep.test <x@evil.test>')).toBeInTheDocument()
  render(<AddressText address={{ name: 'boss＠ep.test', address: 'x@evil.test' }} />)
  expect(screen.getByText('boss＠ep.test <x@evil.test>')).toBeInTheDocument()
})

it('S31: shows a domain in letters, and in A-labels where those mix scripts', () => {
  render(<AddressText address={{ name: '', address: 'x@xn--bcher-kva.example' }} />)
  expect(screen.getByText('x@bücher.example')).toBeInTheDocument()
  render(<AddressText address={{ name: '', address: 'x@xn--pypal-4ve.example' }} />)
  expect(screen.getByText('x@xn--pypal-4ve.example')).toBeInTheDocument()
})
