/** Desktop notifications of new mail: only where they were asked for and allowed, and with no more of a mail than the person wants. */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SettingName, Settings } from '#contract/settings'
import { lookForNewMail } from '#src/features/newMail'
import { wallText, wallTime } from '#src/lib/clock/wallTime'
import { zoneName } from '#src/lib/clock/zoneName'
import { loadFolders } from '#src/store/mail/folderThunks'
import { changeSetting, loadSettings } from '#src/store/settings/settingsThunks'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'
import { choose, settingField } from '../settings/settingsSetup'

openServer()

type Shown = { title: string; body: string; onclick: (() => void) | null; close: () => void }

let gateway: TestGateway
let shown: Shown[]
const ask = vi.fn<() => Promise<NotificationPermission>>()

/** The browser's own, which jsdom lacks. */
function standIn(permission: NotificationPermission) {
  class Desktop implements Shown {
    static permission = permission
    static requestPermission = async () => {
      Desktop.permission = await ask()
      return Desktop.permission
    }
    onclick: (() => void) | null = null
    close = vi.fn()
    readonly body: string
    constructor(
      readonly title: string,
      { body = '' }: NotificationOptions,
    ) {
      this.body = body
      shown.push(this)
    }
  }
  vi.stubGlobal('Notification', Desktop)
}

beforeEach(async () => {
  gateway = await makeTestGateway()
  shown = []
  ask.mockReset()
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await gateway.close()
})

async function desk(manner: 'off' | 'count' | 'content') {
  const app = await renderApp('/sent', { as: 'lin', gateway })
  await screen.findByRole('link', { name: /^已发送/ })
  await waitFor(() => expect(app.store.getState().news?.cursor).toBeTypeOf('string'))
  if (manner !== 'off') await act(() => app.store.dispatch(changeSetting('desktopNews', manner)))
  return app
}

async function arrive({ store }: Awaited<ReturnType<typeof desk>>, ...subjects: readonly string[]) {
  for (const subject of subjects)
    await deliverPlain(gateway, 'lin', { from: 'Wang\u202eLi <wang@example.com>', subject })
  await act(() => store.dispatch(lookForNewMail()))
  await screen.findByRole('region', { name: '新邮件' })
}

describe('the desktop', () => {
  it('is told that mail came, and nothing of the mail, where only that is wanted', async () => {
    standIn('granted')
    await arrive(await desk('count'), 'Secret plans', 'More plans')
    expect(shown.map(({ title, body }) => [title, body])).toEqual([['易邮', '2 封新邮件']])
  })

  it('is told sender and subject where they are wanted, without signs that mislead; a press opens the mail', async () => {
    standIn('granted')
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined)
    await arrive(await desk('content'), 'Plans')
    expect(shown.map(({ title, body }) => [title, body])).toEqual([['WangLi', 'Plans']])
    act(() => shown[0]?.onclick?.())
    expect(focus).toHaveBeenCalledOnce()
    expect(shown[0]?.close).toHaveBeenCalledOnce()
    expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible()
  })

  it.each([
    ['nobody asked for it', 'granted', 'off', false],
    ['this browser may not', 'denied', 'content', false],
    ['this browser was not asked', 'default', 'content', false],
    ['the page is being looked at', 'granted', 'content', true],
  ] as const)('is told nothing where %s', async (_why, permission, manner, isFocused) => {
    standIn(permission)
    vi.spyOn(document, 'hasFocus').mockReturnValue(isFocused)
    await arrive(await desk(manner), 'Plans')
    expect(shown).toEqual([])
    expect(ask).not.toHaveBeenCalled()
  })

  it('keeps still in quiet hours of the account’s zone and outside work where that is chosen, while the list goes on', async () => {
    standIn('granted')
    const app = await desk('count')
    const tell = async (...settings: readonly (readonly [SettingName, string])[]) => {
      for (const [name, value] of settings) await act(() => app.store.dispatch(changeSetting(name, value)))
      const before = shown.length
      await arrive(app, 'Plans')
      return shown.length - before
    }
    const clock = wallText(gateway.clock.now(), 'America/New_York').slice(11, 13)
    const around = `${clock}:00-${clock}:59`
    expect(await tell(['zone', 'America/New_York'], ['quietHours', around])).toBe(0)
    // There it is another hour by now.
    expect(await tell(['zone', 'Europe/Berlin'])).toBe(1)
    const day = new Date(wallTime(gateway.clock.now(), 'Europe/Berlin')).getUTCDay() || 7
    const others = [1, 2, 3, 4, 5, 6, 7].filter((one) => one !== day).join(',')
    const whole = ['workHours', '00:00-23:59'] as const
    expect(await tell(['outsideWork', 'hold'], ['workDays', others], whole)).toBe(0)
    expect(await tell(['workDays', String(day)])).toBe(1)
    expect(app.store.getState().news?.notices).toBe(4)
  })

  it('is told of nobody who is muted, and of some people in quiet hours too, in other folders as well', async () => {
    standIn('granted')
    const app = await desk('count')
    const look = async (from: string, into = 'inbox') => {
      const before = { shown: shown.length, notices: app.store.getState().news?.notices ?? 0 }
      await deliverPlain(gateway, 'lin', { from, subject: 'Plans' }, into)
      await act(() => app.store.dispatch(lookForNewMail()))
      await act(() => app.store.dispatch(loadFolders()))
      await waitFor(() => expect(app.store.getState().news?.phase).toBe('resting'))
      return [(app.store.getState().news?.notices ?? 0) - before.notices, shown.length - before.shown]
    }
    const lin = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no mailbox')
    const keep = async (chosen: Partial<Settings>) => {
      await gateway.stores.settings.change(lin.id, chosen)
      await act(() => app.store.dispatch(loadSettings()))
    }
    await keep({ mutedPeople: '["list@ep.test"]', noticeFolders: '["archive"]' })
    expect(await look('List <list@ep.test>')).toEqual([0, 0])
    expect(await look('List <list@ep.test>', 'archive')).toEqual([0, 0])
    const hour = wallText(gateway.clock.now(), zoneName()).slice(11, 13)
    await keep({ alwaysPeople: '["Boss@ep.test"]', quietHours: `${hour}:00-${hour}:59` })
    expect(await look('wang@ep.test')).toEqual([1, 0])
    expect(await look('boss@ep.test')).toEqual([1, 1])
    await look('boss@ep.test', 'archive')
    await waitFor(() => expect(shown).toHaveLength(2))
  })

  it('hears a tone where that is wanted, the page was used and no hour is quiet', async () => {
    const sounded = vi.fn<(at: number) => void>()
    const node = { connect: () => node, start: sounded, stop: vi.fn() }
    const param = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
    class Audio {
      readonly currentTime = 0
      readonly destination = node
      resume = async () => undefined
      createOscillator = () => ({ ...node, frequency: param })
      createGain = () => ({ ...node, gain: param })
    }
    vi.stubGlobal('AudioContext', Audio)
    const app = await desk('off')
    const sounds = async (name: SettingName, value: string) => {
      await act(() => app.store.dispatch(changeSetting(name, value)))
      sounded.mockClear()
      await arrive(app, 'Plans')
      return sounded.mock.calls.length
    }
    expect(await sounds('sound', 'off')).toBe(0)
    expect(await sounds('sound', 'on')).toBe(1)
    Object.assign(navigator, { userActivation: { hasBeenActive: false } })
    expect(await sounds('sound', 'on')).toBe(0)
    Reflect.deleteProperty(navigator, 'userActivation')
    const hour = wallText(gateway.clock.now(), zoneName()).slice(11, 13)
    expect(await sounds('quietHours', `${hour}:00-${hour}:59`)).toBe(0)
  })

  it('is told nothing by a browser that has the name alone', async () => {
    standIn('granted')
    const app = await desk('content')
    vi.stubGlobal(
      'Notification',
      Object.assign(() => undefined, { permission: 'granted' }),
    )
    await arrive(app, 'Plans')
    expect(shown).toEqual([])
  })
})

describe('the settings', () => {
  async function settings(permission: NotificationPermission | null) {
    if (permission !== null) standIn(permission)
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const app = await renderApp('/Remind', { as: 'lin', gateway })
    await settingField('新邮件到达时在桌面提醒')
    expect(screen.queryByText(/^此浏览器/)).toBeNull()
    await choose('新邮件到达时在桌面提醒', '只提醒有新邮件')
    return app
  }

  it('ask the browser at a press and not before, and say what it answered', async () => {
    const { user } = await settings('default')
    expect(await screen.findByText('此浏览器还没有得到许可。')).toBeVisible()
    expect(ask).not.toHaveBeenCalled()
    ask.mockResolvedValue('granted')
    await user.click(screen.getByRole('button', { name: '允许在此浏览器中提醒' }))
    expect(await screen.findByText('此浏览器会在桌面提醒。')).toBeVisible()
    expect(screen.queryByRole('button', { name: '允许在此浏览器中提醒' })).toBeNull()
  })

  it('explain how a refusal is taken back', async () => {
    const { user } = await settings('default')
    ask.mockResolvedValue('denied')
    await user.click(await screen.findByRole('button', { name: '允许在此浏览器中提醒' }))
    expect(await screen.findByText(/在网站权限中允许“通知”/)).toBeVisible()
  })

  it('say where a browser has none', async () => {
    await settings(null)
    expect(await screen.findByText('此浏览器不支持桌面提醒。')).toBeVisible()
  })
})
