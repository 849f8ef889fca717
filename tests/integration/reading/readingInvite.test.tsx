/** A calendar invitation in words, in the session's zone. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { invite } from '#contract/endpoints/mail/reading'
import '#src/features/reading/attachments/InviteCard'
import { callsAnswered } from '../../support/browser/overMsw'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const clock = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)

async function open(lines: readonly string[], language = 'zh-CN') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const letter = `From: Chen <chen@example.cn>
To: lin@ep.test
Subject: Weekly
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

Come.
--b
Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
METHOD:REQUEST
${lines.join('\n')}
END:VCALENDAR
--b--
`
  const id = await gateway.deliver('lin@ep.test', letter)
  return renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
}

const weekly = [
  'BEGIN:VEVENT',
  'SUMMARY:Weekly <b>meeting</b>',
  'DTSTART:20261123T020000Z',
  'DTEND:20261123T030000Z',
  'LOCATION:Room 3',
  'ORGANIZER;CN=Chen:mailto:chen@example.cn',
  'ATTENDEE;CN=Lin;PARTSTAT=ACCEPTED:mailto:lin@ep.test',
  'RRULE:FREQ=WEEKLY',
  'END:VEVENT',
]

describe('an invitation', () => {
  it.each([
    ['zh-CN', '会议邀请', '重复', '保存日历文件', '（已接受）'],
    ['en-US', 'Invitation', 'repeats', 'Save the calendar file', '(accepted)'],
  ])('S2: is said in %s, word for word', async (language, title, repeats, save, answer) => {
    await open(weekly, language)
    const card = within(await screen.findByRole('region', { name: title }))
    expect(card.getByRole('heading', { level: 2, name: 'Weekly <b>meeting</b>' })).toBeVisible()
    const from = clock(Date.UTC(2026, 10, 23, 2))
    expect(
      card.getByText(new RegExp(`${from}.*${clock(Date.UTC(2026, 10, 23, 3)).slice(11)}.*${repeats}`)),
    ).toBeVisible()
    expect(card.getByText('Room 3')).toBeVisible()
    expect(card.getByText('Chen <chen@example.cn>')).toBeVisible()
    expect(card.getByRole('listitem')).toHaveTextContent(`Lin <lin@ep.test> ${answer}`)
    await waitFor(() => expect(card.getByRole('link', { name: save }).getAttribute('href')).toContain('downloadPart'))
  })

  it('of whole days names the last day that is taken', async () => {
    await open([
      'BEGIN:VEVENT',
      'SUMMARY:Trip',
      'DTSTART;VALUE=DATE:20261123',
      'DTEND;VALUE=DATE:20261126',
      'END:VEVENT',
    ])
    expect(await screen.findByText('2026-11-23 至 2026-11-25')).toBeVisible()
  })

  it('that was taken back says so', async () => {
    await open(['BEGIN:VEVENT', 'SUMMARY:Trip', 'STATUS:CANCELLED', 'END:VEVENT'])
    expect(await screen.findByRole('region', { name: '会议取消' })).toBeVisible()
  })

  it('without an event has no card', async () => {
    const { fetch: fetched } = gateway
    const asked: string[] = []
    vi.spyOn(gateway, 'fetch').mockImplementation((request) => {
      asked.push(new URL(request.url).pathname)
      return fetched(request)
    })
    await open(['BEGIN:VTODO', 'SUMMARY:Work', 'END:VTODO'])
    await screen.findByTitle('正文：Weekly')
    await waitFor(() => expect(asked).toContain(`/${invite.path}`))
    await callsAnswered()
    expect(screen.queryByRole('region', { name: /会议|日程/ })).toBeNull()
  })
})
