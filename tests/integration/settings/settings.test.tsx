/** The settings of the account: found, chosen, kept, undone, and taken back where the gateway refuses. */
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { settingNames, settings } from '#contract/settings'
import { Refusal, StoreAway } from '#server/core/refusal'
import { namesOf, sections, textOf } from '#src/features/settings/sections/sections'
import { languageChosen } from '#src/store/settings/preferences'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { choose, openedSection, settingField, shownIn } from './settingsSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const lin = async () => (await gateway.stores.accounts.byAddress('lin@ep.test'))?.id ?? ''
const kept = async () => gateway.stores.settings.load(await lin())
const words = {
  'zh-CN': {
    read: '打开邮件后标为已读',
    later: '3 秒后',
    now: '立即',
    saved: /已保存/,
    undo: '撤销',
    undone: /已撤销/,
  },
  'en-US': {
    read: 'Mark as read',
    later: 'After 3 seconds',
    now: 'At once',
    saved: /Saved/,
    undo: 'Undo',
    undone: /Undone/,
  },
} as const

describe('a setting', () => {
  it.each(['zh-CN', 'en-US'] as const)(
    'is saved at once, says so, is undone, and is found again, in %s',
    async (language) => {
      const said = words[language]
      const { user, unmount } = await openedSection(gateway, 'reading', language)
      const field = await choose(said.read, said.later)
      expect(await screen.findByText(said.saved)).toBeVisible()
      expect(shownIn(field)).toBe(said.later)
      expect(await kept()).toEqual({ markRead: 'after3s' })
      await user.click(screen.getByRole('button', { name: said.undo }))
      expect(await screen.findByText(said.undone)).toBeVisible()
      expect(shownIn(field)).toBe(said.now)
      expect(await kept()).toEqual({ markRead: 'now' })
      await choose(said.read, said.later)
      await waitFor(async () => expect(await kept()).toEqual({ markRead: 'after3s' }))
      unmount()
      await openedSection(gateway, 'reading', language)
      expect(shownIn(await settingField(said.read))).toBe(said.later)
    },
  )

  it('that the gateway refuses is taken back, and why is said beside it', async () => {
    const said = words['zh-CN']
    await openedSection(gateway, 'reading')
    await settingField(said.read)
    vi.spyOn(gateway.stores.settings, 'change').mockRejectedValueOnce(new Refusal('operationFailed'))
    const field = await choose(said.read, said.later)
    expect(await screen.findByRole('alert')).toHaveTextContent('操作失败，请稍后重试')
    expect(shownIn(field)).toBe(said.now)
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(screen.queryByText(said.saved)).toBeNull()
    expect(await kept()).toEqual({})
  })

  it('changed twice at once is kept as it was chosen last', async () => {
    await openedSection(gateway, 'reading')
    const said = words['zh-CN']
    const change = gateway.stores.settings.change.bind(gateway.stores.settings)
    let go = () => {}
    const first = new Promise<void>((resolve) => {
      go = resolve
    })
    vi.spyOn(gateway.stores.settings, 'change').mockImplementationOnce(async (...given) => {
      await first
      await change(...given)
    })
    await choose(said.read, said.later)
    await choose(said.read, '不自动标记')
    go()
    await waitFor(async () => expect(await kept()).toEqual({ markRead: 'never' }))
    expect(await screen.findByText(said.saved)).toBeVisible()
  })

  it('that is changed elsewhere is there at the next look, and each of two pages keeps the other’s change', async () => {
    await openedSection(gateway, 'reading')
    const said = words['zh-CN']
    const field = await settingField(said.read)
    await gateway.stores.settings.change(await lin(), { markRead: 'never', density: 'compact' })
    await choose('移走正在读的邮件之后', '回到列表')
    await waitFor(async () =>
      expect(await kept()).toEqual({ markRead: 'never', density: 'compact', afterRemoval: 'list' }),
    )
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(shownIn(field)).toBe('不自动标记'))
  })
})

/** Of Safari, which ends a composition before the key that ends it, and of the others. */
const composed = [
  { key: 'Enter', keyCode: 229 },
  { key: 'Enter', keyCode: 13, isComposing: true },
]

describe('the Enter that ends a word of an input method', () => {
  it.each([
    ['profile', '姓名', null],
    ['signature', '标题', '新建签名'],
    ['templates', '名称', '新建模板'],
    ['password', '旧密码', null],
  ])('sends no form of %s', async (section, field, add) => {
    const { user } = await openedSection(gateway, section)
    if (add !== null) await user.click(await screen.findByRole('button', { name: add }))
    const input = await screen.findByLabelText(field)
    const isStopped = (init: object) => {
      const enter = createEvent.keyDown(input, init)
      fireEvent(input, enter)
      return enter.defaultPrevented
    }
    expect([...composed, { key: 'Enter', keyCode: 13 }].map(isStopped)).toEqual([true, true, false])
  })

  it('takes no address', async () => {
    const { user } = await openedSection(gateway, 'remind')
    const field = await settingField('从不提醒的发件人')
    await user.type(field, 'anna@ep.test')
    for (const enter of composed) fireEvent.keyDown(field, enter)
    expect(field).toHaveValue('anna@ep.test')
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await kept()).toEqual({ mutedPeople: '["anna@ep.test"]' }))
  })
})

describe('the settings', () => {
  it('that cannot be read are said so, with a way to ask again', async () => {
    vi.spyOn(gateway.stores.settings, 'load').mockRejectedValue(new StoreAway('away'))
    const { user } = await openedSection(gateway, 'reading')
    expect(await screen.findByText('暂时读不到您的设置。')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: words['zh-CN'].read })).toBeNull()
    vi.mocked(gateway.stores.settings.load).mockRestore()
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await settingField(words['zh-CN'].read)).toBeVisible()
  })

  it('stand each in one section that is shown, with texts in both languages', async () => {
    const { i18n } = await openedSection(gateway, 'reading')
    await i18n.reloadResources(['zh-CN', 'en-US'], ['settings', 'look'])
    const shown = sections.flatMap(({ id }) => namesOf(id))
    expect([...shown].toSorted()).toEqual([...settingNames].toSorted())
    const keys = [
      ...shown.flatMap((name) =>
        ['title', ...settings[name].values.filter((one) => !['on', 'off'].includes(one) || name === 'desktopNews')].map(
          (part) => textOf(name, part),
        ),
      ),
      ...sections.flatMap(({ id }) => [`settings:sections.${id}.title`, `settings:sections.${id}.hint`]),
    ]
    for (const lng of ['zh-CN', 'en-US']) expect(keys.filter((key) => !i18n.exists(key, { lng }))).toEqual([])
  })

  it('are found in either language, and the finding leads to the field', async () => {
    const { user } = await renderApp('/Setting', { as: 'lin', gateway })
    const nav = within(await screen.findByRole('navigation', { name: '设置分类' }))
    expect(nav.getAllByRole('link')).toHaveLength(sections.filter((one) => one.isOf === undefined).length)
    const search = nav.getByRole('searchbox', { name: '搜索设置' })
    await user.type(search, 'mark as READ')
    expect(await nav.findByRole('link', { name: /打开邮件后标为已读/ })).toBeVisible()
    await user.clear(search)
    await user.type(search, 'xyzzy')
    expect(nav.getByText('没有找到相关设置')).toBeVisible()
    await user.clear(search)
    await user.type(search, '已读')
    await user.click(nav.getByRole('link', { name: /打开邮件后标为已读/ }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: '打开邮件后标为已读' })).toHaveFocus())
    expect(screen.getByRole('heading', { level: 1, name: '阅读与列表' })).toBeVisible()
  })

  it('are led to by the account’s menu and the sidebar, and stand alone at an address of their own', async () => {
    const { user, unmount } = await renderApp('/receive', { as: 'lin', gateway })
    expect(await screen.findByRole('link', { name: '设置' })).toHaveAttribute('href', '/Setting')
    await user.click(screen.getByRole('button', { name: /^账户菜单/ }))
    await user.click(screen.getByRole('menuitem', { name: '设置' }))
    expect(await screen.findByRole('heading', { level: 1, name: '设置' })).toBeVisible()
    unmount()
    for (const path of ['/SettingInner?section=reading', '/SettingInner?section=nothing', '/Remind']) {
      const alone = await renderApp(path, { as: 'lin', gateway })
      expect(await screen.findByRole('link', { name: '设置' })).toHaveAttribute('href', '/Setting')
      expect(await screen.findAllByRole('combobox')).not.toHaveLength(0)
      expect(screen.queryByRole('navigation', { name: '邮箱导航' })).toBeNull()
      alone.unmount()
    }
  })

  it('hold no text of the other language once it is switched on an open page', async () => {
    const { store } = await openedSection(gateway, 'environment', 'en-US')
    await settingField('Density of lists')
    act(() => void store.dispatch(languageChosen('zh-CN')))
    expect(await settingField('列表密度')).toBeVisible()
    const section = screen.getByRole('main')
    expect(section.textContent.replaceAll('English', '')).not.toMatch(/[A-Za-z]{3}/)
  })

  it('of time stand as they were chosen whatever the zone of the browser, and say which are refused', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    await gateway.stores.settings.change(await lin(), { quietHours: '02:30-07:00' })
    const { user, store, i18n } = await openedSection(gateway, 'timeSlot')
    const starts = () => screen.findAllByRole('textbox', { name: /^(开始|From)$/ })
    const ends = () => screen.getAllByRole('textbox', { name: /^(结束|Until)$/ })
    const times = async () => [...(await starts()), ...ends()].map((field) => field.getAttribute('value'))
    await waitFor(async () => expect(await times()).toEqual(['02:30', '09:00', '07:00', '18:00']))
    vi.stubEnv('TZ', 'Asia/Shanghai')
    act(() => void i18n.emit('languageChanged', i18n.language))
    expect(await times()).toEqual(['02:30', '09:00', '07:00', '18:00'])
    const [from] = await starts()
    if (from === undefined) expect.fail('no field')
    await user.clear(from)
    await user.type(from, '07:00{Enter}')
    expect(await screen.findByText('请选择两个不同的时间')).toBeVisible()
    expect(from).toHaveFocus()
    expect((await times())[0]).toBe('02:30')
    await user.clear(from)
    await user.type(from, '23:15{Enter}')
    await waitFor(async () => expect(await kept()).toEqual({ quietHours: '23:15-07:00' }))
    for (const day of ['周一', '周二', '周三', '周四']) await user.click(screen.getByRole('checkbox', { name: day }))
    await user.click(screen.getByRole('checkbox', { name: '周五' }))
    expect(await screen.findByText('请至少选择一天')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: '周五' })).toBeChecked()
    expect(await kept()).toMatchObject({ workDays: '5' })
    await user.click((await starts())[0] ?? from)
    act(() => void store.dispatch(languageChosen('en-US')))
    expect(await screen.findByRole('checkbox', { name: 'Fri' })).toBeChecked()
    expect(document.body.textContent).not.toMatch(/\p{Script=Han}/u)
  })

  it('of people take whole addresses, one after another, and say which are none', async () => {
    const { user } = await openedSection(gateway, 'remind')
    const field = await settingField('从不提醒的发件人')
    await user.type(field, 'list@ep.test,boss@ep.test{Enter}')
    await waitFor(async () => expect(await kept()).toEqual({ mutedPeople: '["list@ep.test","boss@ep.test"]' }))
    await user.type(field, 'nobody,anna@ep.test{Enter}')
    expect(await screen.findByText('不是完整的邮箱地址：nobody')).toBeVisible()
    const right = '["list@ep.test","boss@ep.test","anna@ep.test"]'
    await waitFor(async () => expect(await kept()).toEqual({ mutedPeople: right }))
    const folders = await settingField('收件箱之外也提醒')
    await user.click(folders)
    await user.click(await screen.findByText('归档', { selector: '.ant-select-item-option-content' }))
    await waitFor(async () => expect(await kept()).toMatchObject({ noticeFolders: '["archive"]' }))
  })

  it('zone is found by its name or what it is called, and kept', async () => {
    const { user } = await openedSection(gateway, 'environment')
    const field = await settingField('时区')
    expect(shownIn(field)).toBe('与浏览器相同')
    await user.click(field)
    await user.type(field, '日本')
    await user.click(await screen.findByText(/^Asia\/Tokyo · /, { selector: '.ant-select-item-option-content' }))
    await waitFor(async () => expect(await kept()).toEqual({ zone: 'Asia/Tokyo' }))
    expect(shownIn(field)).toMatch(/^Asia\/Tokyo · 日本/)
  })

  it('of whoever is not signed in are this browser’s alone', async () => {
    const { services } = await renderApp('/Environment', { gateway })
    expect(await screen.findByText(/只对此浏览器有效/)).toBeVisible()
    await choose('皮肤', '森林')
    expect(services.stored.get('ownLook')).toEqual({ skin: 'forest' })
    await choose('语言', 'English')
    expect(await screen.findByRole('heading', { level: 1, name: 'Language and appearance' })).toBeVisible()
    expect(services.stored.get('ownLanguage')).toBe(true)
  })
})
