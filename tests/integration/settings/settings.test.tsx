/** The settings of the account: shown, chosen, kept, and taken back where the gateway refuses. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '#contract/settings'
import { Refusal, StoreAway } from '#server/core/refusal'
import type { Language } from '#src/lib/i18n/languages'
import { openServer } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { openedSettings } from './settingsSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const words = {
  'zh-CN': {
    close: '关闭',
    read: '打开邮件后标为已读',
    later: '3 秒后',
    now: '立即',
  },
  'en-US': {
    close: 'Close',
    read: 'Mark as read',
    later: 'After 3 seconds',
    now: 'At once',
  },
} as const

async function openSettings(language: Language = 'zh-CN') {
  return { ...(await openedSettings(gateway, language)), said: words[language] }
}

const kept = async () => {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  return gateway.stores.settings.load(lin?.id ?? '')
}

it.each(['zh-CN', 'en-US'] as const)('are chosen by keyboard and found again, in %s', async (language) => {
  const { user, dialog, said, unmount } = await openSettings(language)
  const field = await dialog.findByRole('combobox', { name: said.read })
  expect(field).toHaveDisplayValue(said.now)
  await user.selectOptions(field, said.later)
  expect(field).toHaveDisplayValue(said.later)
  await waitFor(async () => expect(await kept()).toEqual({ markRead: 'after3s' }))
  await user.click(dialog.getByRole('button', { name: said.close }))
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  const again = await openSettings(language)
  expect(await again.dialog.findByRole('combobox', { name: said.read })).toHaveDisplayValue(said.later)
})

it.each(['zh-CN', 'en-US'] as const)('each has its words in %s', async (language) => {
  const { dialog } = await openSettings(language)
  const fields = await dialog.findAllByRole('combobox')
  expect(fields).toHaveLength(Object.keys(settings).length)
  for (const text of [...fields.map((field) => field.closest('label')?.textContent ?? '')])
    for (const name of Object.keys(settings)) expect(text).not.toContain(`${name}.`)
})

it('a choice that the gateway refuses is taken back, and why is said', async () => {
  const { user, dialog, said } = await openSettings()
  const field = await dialog.findByRole('combobox', { name: said.read })
  vi.spyOn(gateway.stores.settings, 'change').mockRejectedValueOnce(new Refusal('operationFailed'))
  await user.selectOptions(field, said.later)
  await waitFor(() => expect(field).toHaveDisplayValue(said.now))
  expect(await dialog.findByRole('alert')).toHaveTextContent('操作失败，请稍后重试')
  expect(field).toHaveAccessibleDescription('操作失败，请稍后重试')
  expect(await kept()).toEqual({})
})

it('that cannot be read are said so, with a way to ask again', async () => {
  vi.spyOn(gateway.stores.settings, 'load').mockRejectedValueOnce(new StoreAway('away'))
  const { user, dialog, said } = await openSettings()
  expect(await dialog.findByRole('alert')).toHaveTextContent('暂时读不到您的设置。')
  expect(dialog.queryByRole('combobox')).toBeNull()
  await user.click(dialog.getByRole('button', { name: '重试' }))
  expect(await dialog.findByRole('combobox', { name: said.read })).toHaveDisplayValue(said.now)
})
