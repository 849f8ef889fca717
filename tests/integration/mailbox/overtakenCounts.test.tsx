/** Counts that something overtakes: what the person did meanwhile is never taken back on the screen by an older count. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { folderInfo, markMails } from '#contract/endpoints/mail/mail'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  for (const subject of ['One', 'Two']) await deliverPlain(gateway, 'lin', { subject })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.close()
})

/** The inbox; a call of this path is kept on its way, before the gateway has it or after, and let go by what is answered. */
async function inbox(path: string, where: 'before' | 'after') {
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await screen.findByRole('link', { name: /收件箱\s*2 封未读/ })
  const { fetch } = gateway
  const asked: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  vi.spyOn(gateway, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname.slice(1))
    const isHeld = pathname.endsWith(path) && asked.filter((it) => it === path).length === 1
    if (isHeld && where === 'before') await held
    const answer = await fetch(request)
    if (isHeld && where === 'after') await held
    return answer
  })
  const times = (wanted: string) => asked.filter((it) => it === wanted).length
  const read = async () => {
    ;(await screen.findByRole('row', { name: /主题 One，/ })).focus()
    await app.user.keyboard('{Shift>}U{/Shift}')
    await screen.findByRole('link', { name: /收件箱\s*1 封未读/ })
  }
  return { ...app, letGo, times, read }
}

const unread = (count: number) => screen.getByRole('link', { name: new RegExp(`收件箱\\s*${count} 封未读`) })

it('asks anew where a mail was read while the gateway counted', async () => {
  const { user, letGo, times, read } = await inbox(folderInfo.path, 'after')
  await user.click(screen.getByRole('button', { name: '收信' }))
  await waitFor(() => expect(times(folderInfo.path)).toBe(1))
  await read()
  await waitFor(() => expect(times(markMails.path)).toBe(1))
  letGo()
  await waitFor(() => expect(times(folderInfo.path)).toBe(2))
  expect(unread(1)).toBeVisible()
})

it('waits for what is under way, and counts then', async () => {
  const { user, letGo, times, read } = await inbox(markMails.path, 'before')
  await read()
  await user.click(screen.getByRole('button', { name: '收信' }))
  await waitFor(() => expect(times(folderInfo.path)).toBe(1))
  // Its list is asked for once the count has been answered.
  await waitFor(() => expect(times('webmail/query/queryfolder2.action')).toBeGreaterThan(0))
  expect(unread(1)).toBeVisible()
  letGo()
  await waitFor(() => expect(times(folderInfo.path)).toBe(2))
  expect(unread(1)).toBeVisible()
})
