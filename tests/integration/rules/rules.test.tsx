/** The section of rules: read as sentences, moved and switched in place, written with faults beside their fields, tried and undone. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import type { RuleDraft } from '#contract/mail/ruleDraft'
import type { Account } from '#server/core/account'
import type { RuleSet } from '#server/core/rules/rules'
// Before the page asks for them: what is fetched on demand is slow to come the first time.
import '#src/features/rules/RuleEditor'
import '#src/features/rules/sets/RuleFile'
import '#src/features/rules/sets/RuleRun'
import '#src/features/rules/RulesSection'
import '#src/features/settings/SettingsPages'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const draft = (name: string, change: Partial<RuleDraft> = {}): RuleDraft => ({
  name,
  match: 'all',
  conditions: [{ kind: 'subject', test: 'contains', values: [name] }],
  exceptions: [],
  actions: [{ kind: 'flag' }],
  stops: false,
  ...change,
})

const letter = (more = '') => `From: News <news@far.example>\nTo: lin@ep.test\n${more}Subject: 回复: Plan 7\n\nText.\n`

/** What the page finds. */
const found = { language: 'zh-CN', query: '', letters: [letter()], before: async (_lin: Account) => {} }

async function opened(drafts: readonly RuleDraft[], change: Partial<typeof found> = {}) {
  const { language, query, letters, before } = { ...found, ...change }
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  gateway = await makeTestGateway()
  const lin = await gateway.account('lin@ep.test')
  const ids: string[] = []
  for (const one of letters) ids.push(await gateway.deliver('lin@ep.test', one))
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  const save = async (rule: RuleDraft, form: Record<string, string> = {}) =>
    (await calls.post('mailFiltering/saveRule.action', { rule: JSON.stringify(rule), ...form }, { session })).json
  for (const one of drafts) await save(one)
  await before(lin)
  const app = await renderApp(`/settingPc?section=rules${query.replace('MAIL', ids[0] ?? '')}`, { as: 'lin', gateway })
  const store = gateway.stores.rules?.of(lin)
  if (store === undefined) throw new Error('This house keeps rules')
  const stored = async (): Promise<RuleSet> => (await store.load()).rules
  const names = async () => (await stored()).rules.map(({ name }) => name)
  return { ...app, save, store, stored, names, lin }
}

/** By its text or its label: roles take long to find in a page of this size. */
const button = (name: string) => screen.findByText(name, { selector: 'button, button *' })
const labelled = (name: string) => screen.findByLabelText(name)
const rows = () => [...screen.getByLabelText('收信规则，按执行顺序').querySelectorAll('li')]
/** Without the marks that keep one writing from turning another. */
const words = (element: Element) => (element.textContent ?? '').replace(/[\u2068\u2069]/g, '')

async function choose(user: Awaited<ReturnType<typeof opened>>['user'], box: HTMLElement, option: string) {
  await user.click(box)
  await user.click((await screen.findAllByText(option)).at(-1) ?? expect.fail(`no ${option}`))
}

describe('the list of rules', () => {
  it('S2: reads as sentences, whatever a rule is called and looks for; is moved by keys and by dragging', async () => {
    const nasty = '<img src=x onerror=alert(1)> {{name}} $t(rules:add)'
    const { user, names } = await opened([
      draft(nasty, {
        conditions: [
          { kind: 'person', field: 'from', test: 'ends', values: [nasty, 'b'] },
          { kind: 'attachment', has: true },
        ],
        exceptions: [{ kind: 'size', test: 'over', bytes: 1_048_576 }],
        actions: [{ kind: 'file', folder: 'archive' }, { kind: 'markSeen' }],
        stops: true,
      }),
      draft('二'),
      draft('三', { actions: [{ kind: 'redirect', to: 'boss@ep.test', keepCopy: true }] }),
    ])
    expect(await screen.findByText('按顺序执行，共 3 条')).toBeVisible()
    const [first, , third] = rows()
    if (first === undefined || third === undefined) throw new Error('Three rules')
    expect(words(first)).toContain(
      '发件人结尾是“<img src=x onerror=alert(1)> {{name}} $t…” 或 “b” 且 有附件，除非大小大于 1 MB → 移到“归档”，标为已读，不再执行后面的规则',
    )
    expect(within(first).getByText(nasty)).toBeVisible()
    expect(words(third)).toContain('主题包含“三” → 转发给 boss@ep.test（保留原件）')

    const handle = within(third).getByLabelText('调整“三”的顺序：拖动，或按 Alt 加上下方向键')
    handle.focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(await screen.findByText('“三”现在是第 2 条，共 3 条')).toHaveAttribute('role', 'status')
    await waitFor(async () => expect(await names()).toEqual([nasty, '三', '二']))
    expect(within(rows()[1] ?? third).getByLabelText(/^调整“三”/)).toHaveFocus()
    fireEvent.dragStart(rows()[2] ?? third, { dataTransfer: {} })
    fireEvent.drop(rows()[0] ?? third)
    await waitFor(async () => expect(await names()).toEqual(['二', nasty, '三']))
  })

  it('is switched in place, and a removed rule comes back where it was', async () => {
    const { user, stored, names } = await opened([draft('一'), draft('二'), draft('三')])
    await screen.findByText('按顺序执行，共 3 条')
    await user.click(await labelled('启用“三”'))
    expect(await screen.findByText('已停用规则“三”')).toBeVisible()
    expect((await stored()).rules.map(({ isEnabled }) => isEnabled)).toEqual([true, true, false])
    const before = await stored()
    await user.click(await labelled('“二”的更多操作'))
    await user.click(await screen.findByText('删除', { selector: '[role=menuitem], [role=menuitem] *' }))
    expect(await screen.findByText('已删除规则“二”')).toBeVisible()
    expect(await names()).toEqual(['一', '三'])
    await user.click(await button('撤销'))
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(await stored()).toEqual(before)
  })

  it('says in English what is off because its folder went, and what does nothing beside forwarding', async () => {
    const { user, store, lin } = await opened([], { language: 'en-US' })
    expect(await screen.findByText('No rules yet')).toBeVisible()
    const { rules, version } = await store.load()
    await gateway.stores.forwardTargets.add(lin.id, 'lin@far.example', 0, 1)
    await gateway.stores.forwardTargets.confirm(lin.id, 'lin@far.example', 0)
    const gone = { ...draft('Old'), id: 'r1', isEnabled: false, actions: [{ kind: 'file', folder: 'f9' }] } as const
    const returning = {
      ...draft('Return'),
      id: 'r2',
      isEnabled: true,
      actions: [{ kind: 'reject', text: 'No' }],
    } as const
    const forward = { isOn: true, to: 'lin@far.example', keepsCopy: true }
    await store.replace({ ...rules, rules: [gone, returning], forward }, version)
    await user.click(screen.getByText('Writing', { selector: '.settings-link *' }))
    await user.click(screen.getByText('Rules', { selector: '.settings-link *' }))
    expect(await screen.findByText(/Its folder was deleted, so this rule is off/)).toBeVisible()
    expect(screen.getByLabelText('Turn on “Old”')).toBeDisabled()
    expect(screen.getByText(/rules that reject return none of them/)).toBeVisible()
  })

  it('shows what the mail server lacks and what other programs keep there', async () => {
    const { user } = await opened([], { language: 'en-US' })
    expect(await screen.findByText('No rules yet')).toBeVisible()
    const foreign = [{ name: 'mine', script: '<b>keep;</b>' }]
    const told = { code: '200', rules: [], isInForce: false, isForwarding: false, foreign, lacking: ['body', 'reject'] }
    server.use(http.get('*/mailFiltering/rules.action', () => HttpResponse.json(told)))
    await user.click(screen.getByText('Writing', { selector: '.settings-link *' }))
    await user.click(screen.getByText('Rules', { selector: '.settings-link *' }))
    expect(await screen.findByText(/These rules were turned off on the mail server/)).toBeVisible()
    await user.click(screen.getByText('Script “mine”'))
    expect(screen.getByText('<b>keep;</b>')).toBeVisible()
    await user.click(await button('New rule'))
    for (const [box, option] of [
      ['Part of the message', 'Text (not supported by your mail server)'],
      ['Action', 'Reject (not supported by your mail server)'],
    ] as const) {
      await user.click(await labelled(box))
      const shown = (await screen.findAllByText(option)).at(-1)
      expect(shown?.closest('.ant-select-item')).toHaveClass('ant-select-item-option-disabled')
    }
  })
})

describe('rules run now', () => {
  it('say what is not done, change what lies in a folder, tell of it and take it back', async () => {
    const { user, lin } = await opened([
      draft('Plan', { actions: [{ kind: 'file', folder: 'archive' }] }),
      draft('回', { actions: [{ kind: 'reply', text: '好' }] }),
    ])
    const store = gateway.stores.mailStores.of(lin)
    const inbox = { folder: 'inbox', page: 1, pageSize: 5, sort: 'date', order: 'desc', filter: 'all' } as const
    await user.click(await labelled('“回”的更多操作'))
    await user.click(await screen.findByText('立即执行', { selector: '[role=menuitem], [role=menuitem] *' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/不会转发、回复或拒收任何邮件/)).toBeVisible()
    const run = within(dialog).getByRole('button', { name: /^执\s?行$/ })
    await user.click(run)
    expect(await within(dialog).findByText(/所选规则只有转发、回复或拒收/)).toBeVisible()
    await choose(user, within(dialog).getByLabelText('规则'), 'Plan')
    await user.click(run)
    const told = await screen.findByText('“Plan”：“收件箱”中有 1 封邮件已更改', {}, { timeout: 10_000 })
    expect((await store.page(inbox))?.total).toBe(0)
    const line = told.closest<HTMLElement>('.rules-run-ended') ?? expect.fail('no line')
    await user.click(within(line).getByRole('button', { name: /^撤\s?销$/ }))
    expect(screen.getByRole('region', { name: '立即执行规则' })).toHaveFocus()
    expect(await screen.findByText('已还原 1 封邮件', {}, { timeout: 10_000 })).toBeVisible()
    expect((await store.page(inbox))?.total).toBe(1)
    const close = await screen.findByRole('button', { name: '关闭' })
    const region = within(screen.getByRole('region', { name: '立即执行规则' }))
    expect(region.getAllByRole('button')).toEqual([close])
    close.focus()
    await user.keyboard('{Enter}')
    expect(document.querySelector('.rules-run-ended')).toBeNull()
    expect(screen.getByRole('region', { name: '立即执行规则' })).toHaveFocus()
    await user.click(await screen.findByRole('button', { name: '立即执行' }))
    const next = await screen.findByRole('dialog')
    expect(await within(next).findByText(/收件箱（1 封）/)).toBeVisible()
    await choose(user, within(next).getByLabelText('规则'), 'Plan')
    await user.click(within(next).getByRole('button', { name: /^取\s?消$/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that cannot be taken back into a folder that was deleted say so, and offer it no more', async () => {
    const into = draft('Plan', { actions: [{ kind: 'file', folder: 'archive' }] })
    const before = async (lin: Account) => {
      const [store, calls] = [gateway.stores.mailStores.of(lin), makeCalls(gateway)]
      const folder = (await store.createFolder('工作'))?.id ?? expect.fail('no folder')
      await gateway.deliver('lin@ep.test', letter(), folder)
      const session = await calls.signIn('lin@ep.test')
      await calls.post('mailFiltering/startRuleRun.action', { folder }, { session })
      await gateway.drain()
      await store.removeFolder(folder, 'deleted')
    }
    const { user } = await opened([into], { before })
    await user.click(await screen.findByRole('button', { name: /^撤\s?销$/ }))
    expect(await screen.findByText('该文件夹已被删除，邮件留在现在的位置', {}, { timeout: 10_000 })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^撤\s?销$/ })).toBeNull()
  })
})

describe('a file of rules', () => {
  it('shows what is understood and what is not, and is added or put in the place of the rules when asked', async () => {
    const { user, names } = await opened([draft('一')])
    const input = await screen.findByLabelText('从 Sieve 导入…', { selector: 'input' })
    const choose = (text: string) => user.upload(input, new File([text], 'rules.sieve', { type: 'text/plain' }))
    await choose('keep;\nif')
    expect(await screen.findByText('这不是 Sieve 文件：无法读取第 2 行')).toBeVisible()
    await choose('if header :is "subject" "x" { discard; stop; }\n'.repeat(limits.rules + 1))
    expect(await screen.findByText('规则不能超过 100 条，没有导入')).toBeVisible()
    await choose('#\n'.repeat(30_001))
    expect(await screen.findByText('文件中的命令过多，无法读取')).toBeVisible()
    await choose('# <b>二\nif header :is "subject" "x" { fileinto "Work/Old"; stop; }\nset "a" "b";\n')
    const understood = await screen.findByLabelText('识别出的规则')
    expect(words(understood)).toContain(
      '<b>二 （停用）主题是“x” → 移到“Work/Old（没有这个文件夹）”，不再执行后面的规则',
    )
    expect(screen.getByText('第 3 行：\u2068set "a" "b"\u2069')).toBeVisible()
    expect(await names()).toEqual(['一'])
    await user.click(await button('添加到现有规则'))
    expect(await screen.findByText('已导入 1 条规则')).toBeVisible()
    expect(await names()).toEqual(['一', '<b>二'])
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(words(rows().at(-1) ?? expect.fail('no row'))).toContain('移到“Work/Old（没有这个文件夹）”')
    expect(screen.getByText('这里没有它的文件夹，所以规则已停用。请编辑并选择其他文件夹。')).toBeVisible()
  })
})

describe('the form of a rule', () => {
  it('says what is missing beside the fields, and reads the rule back while it is written', async () => {
    const { user, stored } = await opened([])
    await user.click(await button('新建规则'))
    const name = await screen.findByLabelText('规则名称')
    await user.click(await button('保存规则'))
    await waitFor(() => expect(name).toHaveAccessibleDescription('规则名称不能为空'))
    expect(name).toHaveFocus()
    await user.paste('计划')
    // The Enter that ends a word of an input method saves nothing; one that an event tells of by its code neither.
    for (const ime of [{ isComposing: true }, { keyCode: 229 }])
      expect(fireEvent.keyDown(name, { key: 'Enter', ...ime })).toBe(false)
    await user.click(await button('保存规则'))
    expect(await screen.findByText('请填写条件')).toHaveAttribute('role', 'alert')
    await choose(user, await labelled('邮件的哪一部分'), '主题')
    const values = await labelled('内容，每行一个，符合任一即可')
    values.focus()
    await user.paste(' Plan \n计划\n')
    await user.click(await button('保存规则'))
    expect(await screen.findByText('执行结果不能为空')).toHaveAttribute('role', 'alert')
    await choose(user, await labelled('文件夹'), '归档')
    const live = document.querySelector('.rules-live') ?? expect.fail('no sentence')
    expect(words(live)).toBe('主题包含“Plan” 或 “计划” → 移到“归档”')
    expect((await stored()).rules).toEqual([])
  })

  it('is tried on what is there, goes stale with a change, and is saved', async () => {
    const { user, stored } = await opened([], { query: '&mail=MAIL' })
    await screen.findByLabelText('规则名称')
    await choose(user, await labelled('文件夹'), '归档')
    await user.click(await button('试运行'))
    expect(await screen.findByText('符合最近 90 天的 1 封邮件。')).toBeVisible()
    expect(within(screen.getByLabelText('符合的邮件')).getByText('回复: Plan 7')).toBeVisible()
    await user.click(await button('添加操作'))
    expect(await screen.findByText('规则已改动，请重新试运行。')).toBeVisible()
    await user.click(await button('添加例外'))
    const exception = screen.getAllByLabelText('内容，每行一个，符合任一即可').at(-1)
    exception?.focus()
    await user.paste('boss@corp.example')
    expect((await stored()).rules).toEqual([])
    await user.click(await button('保存规则'))
    expect(await screen.findByText('已保存规则“News”')).toBeVisible()
    expect((await stored()).rules).toEqual([
      {
        ...{ id: expect.any(String), name: 'News', isEnabled: true, match: 'all', stops: false },
        conditions: [
          { kind: 'person', field: 'from', test: 'is', values: ['news@far.example'] },
          { kind: 'subject', test: 'contains', values: ['Plan 7'] },
        ],
        exceptions: [{ kind: 'person', field: 'from', test: 'contains', values: ['boss@corp.example'] }],
        actions: [{ kind: 'file', folder: 'archive' }, { kind: 'markSeen' }],
      },
    ])
    expect(rows()).toHaveLength(1)
  })

  it('opened and left leaves the rules byte for byte, one after the other; a question stands before what was typed goes', async () => {
    const { user, stored } = await opened([
      draft('一', { actions: [{ kind: 'markSeen' }, { kind: 'reply', text: '好' }] }),
      draft('二', { match: 'any', exceptions: [{ kind: 'hasHeader', name: 'X-A', exists: true }], stops: true }),
    ])
    const before = JSON.stringify(await stored())
    for (const name of ['一', '二']) {
      await user.click(await labelled(`编辑“${name}”`))
      expect(await screen.findByLabelText('规则名称')).toHaveValue(name)
      await user.click(await button('取消'))
      await screen.findByText('按顺序执行，共 2 条')
    }
    await user.click(await labelled('编辑“一”'))
    await user.type(await screen.findByLabelText('规则名称'), '改')
    await user.click(await button('返回规则列表'))
    await user.click(await button('放弃'))
    await screen.findByText('按顺序执行，共 2 条')
    expect(JSON.stringify(await stored())).toBe(before)
  })

  it('changed elsewhere meanwhile shows how the rule reads now, keeps what was typed, and saves over it when told again', async () => {
    const { user, save, stored } = await opened([draft('一')])
    await user.click(await labelled('编辑“一”'))
    await user.type(await screen.findByLabelText('规则名称'), '我的')
    const id = (await stored()).rules[0]?.id ?? ''
    const calls = makeCalls(gateway)
    const session = await calls.signIn('lin@ep.test')
    const { rules } = (await calls.get('mailFiltering/rules.action', {}, { session })).json as {
      rules: { version: string }[]
    }
    await save(draft('他们的', { actions: [{ kind: 'markSeen' }] }), { id, version: rules[0]?.version ?? '' })
    await user.click(await button('保存规则'))
    const warning = await screen.findByText(/这条规则刚才在别处改过/)
    expect(words(warning)).toContain('主题包含“他们的” → 标为已读')
    expect(await screen.findByLabelText('规则名称')).toHaveValue('一我的')
    await user.click(await button('保存规则'))
    await screen.findByText('已保存规则“一我的”')
    expect((await stored()).rules).toMatchObject([{ id, name: '一我的', actions: [{ kind: 'flag' }] }])
  })

  it('says beside the actions that the organization has turned forwarding off', async () => {
    const { user, lin, stored } = await opened([
      draft('转', { actions: [{ kind: 'redirect', to: 'a@ep.test', keepCopy: true }] }),
    ])
    const { organizations, policies } = gateway.stores
    await organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 9 })
    await organizations.join('acme', lin.id)
    const by = { organization: 'acme', by: null, now: gateway.clock.now() }
    await policies.change(by, { policy: 'forwardingOff', isOn: true, version: 0 })
    await user.click(await labelled('编辑“转”'))
    const address = await screen.findByDisplayValue('a@ep.test')
    fireEvent.change(address, { target: { value: 'b@ep.test' } })
    await user.click(await button('保存规则'))
    expect(await screen.findByText('您的组织已关闭自动转发，不能添加转发')).toBeVisible()
    expect((await stored()).rules).toMatchObject([{ actions: [{ to: 'a@ep.test' }] }])
  })

  it('made of a message begins with its list or sender and its subject, and leaves the message unread', async () => {
    const list = letter('List-Id: Team <team.far.example>\n')
    const { user, stored, lin } = await opened([], { query: '&mail=MAIL', letters: [list] })
    expect(await screen.findByLabelText('规则名称')).toHaveValue('team.far.example')
    const [first, second] = screen.getAllByLabelText('内容，每行一个，符合任一即可')
    expect(first).toHaveValue('team.far.example')
    expect(second).toHaveValue('Plan 7')
    await choose(user, await labelled('文件夹'), '已删除')
    await user.click(await button('保存规则'))
    await screen.findByText('已保存规则“team.far.example”')
    expect((await stored()).rules).toHaveLength(1)
    const page = { folder: 'inbox', page: 1, pageSize: 5, sort: 'date', order: 'desc', filter: 'all' } as const
    expect((await gateway.stores.mailStores.of(lin).page(page))?.list).toMatchObject([{ seen: false }])
  })
})
