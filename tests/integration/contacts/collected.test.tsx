import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openServer } from '../../support/browser/renderApp'
import { field, groups, opened, pane, row } from './openContacts'

openServer()

describe('collected addresses', () => {
  it('stand apart from contacts, become contacts, or are forgotten', async () => {
    const { user, gateway, storedNames } = await opened({ names: ['陈思远'] })
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const written = [
      { name: 'Bo', address: 'bo@ep.test' },
      { name: '', address: 'ann@ep.test' },
      { name: '思远', address: 'chen@ep.test' },
      { name: 'Eve', address: 'eve@ep.test' },
    ]
    await gateway.stores.recentRecipients.note(lin?.id ?? '', written, { now: 1, most: 9 })
    await row(/^陈思远/)
    await user.click(groups().getByRole('button', { name: '收集的地址' }))
    const names = () =>
      pane()
        .getAllByRole('button', { name: /^忘记 / })
        .map((button) => button.getAttribute('aria-label'))
    await pane().findByRole('button', { name: '忘记 Bo' })
    expect(names()).toEqual(['忘记 ann@ep.test', '忘记 Bo', '忘记 Eve'])
    await user.click(pane().getByRole('button', { name: '将 Bo 存为联系人' }))
    expect(await row(/^Bo，bo@ep.test/)).toBeInTheDocument()
    await user.click(pane().getByRole('button', { name: '忘记 Eve' }))
    await waitFor(() => expect(names()).toEqual(['忘记 ann@ep.test']))
    await user.click(pane().getByRole('button', { name: '全部忘记' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '全部忘记' }))
    expect(await pane().findByText('没有收集的地址')).toBeInTheDocument()
    expect(await storedNames()).toEqual(['Bo', '陈思远'])
  })
})

describe('a contact', () => {
  it('that was made elsewhere is in the list when the window is looked at again', async () => {
    const { post } = await opened({ names: ['陈思远'] })
    await row(/^陈思远/)
    const emails = [{ label: '', value: 'wang@ep.test' }]
    await post('createContact', { contact: JSON.stringify({ name: '王丽', emails }) })
    fireEvent.focus(window)
    expect(await row(/^王丽/)).toBeInTheDocument()
  })

  it('has labels that are offered, and those that were typed', async () => {
    const { user, stored } = await opened({ names: [], path: '/Contact?edit=new' })
    const fill = async (box: HTMLElement, text: string) => {
      await user.click(box)
      await user.paste(text)
    }
    await fill(await field('姓名'), '李雷')
    await fill(await field('邮箱 1'), 'lilei@ep.test')
    await fill(screen.getByRole('combobox', { name: '邮箱 1 的标签' }), '工作')
    await fill(await field('电话 1'), '021')
    await fill(screen.getByRole('combobox', { name: '电话 1 的标签' }), '前台')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await pane().findByRole('heading', { name: '李雷' })).toBeInTheDocument()
    expect(pane().getByText('前台')).toBeInTheDocument()
    expect(pane().getByText('工作')).toBeInTheDocument()
    expect(await stored(new URLSearchParams(window.location.search).get('id') ?? '')).toMatchObject({
      emails: [{ label: 'work', value: 'lilei@ep.test' }],
      phones: [{ label: '前台', value: '021' }],
    })
  })
})
