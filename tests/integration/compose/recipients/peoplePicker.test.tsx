/** Recipients chosen from the contacts in a dialog. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listContacts } from '#contract/endpoints/contacts/contacts'
import { openServer, server } from '#tests/support/browser/renderApp'
import { refuseOnce } from '../composeFaults'
import { closeComposers, openedComposer } from '../composeSetup'

openServer()
closeComposers()

const contacts = [
  ['曾国藩', 'zgf@x.cn'],
  ['單雄信', 'sxx@x.cn'],
  ['Ann', 'ann@x.cn'],
] as const

const chips = () => screen.getAllByRole('button', { name: /^移除/ }).map((button) => button.getAttribute('aria-label'))
const opened = async (line: string) => within(await screen.findByRole('dialog', { name: `从通讯录选择${line}` }))

describe('the picker of recipients', () => {
  it('finds people by sound and by group, keeps who was chosen, and puts them into its line', async () => {
    const { user } = await openedComposer('picker', { contacts, groups: { 项目组: ['zgf@x.cn', 'sxx@x.cn'] } })
    await user.click(screen.getByRole('button', { name: '从通讯录选择：收件人' }))
    const picker = await opened('收件人')
    await user.click(await picker.findByRole('checkbox', { name: /Ann/ }))
    await user.type(picker.getByRole('searchbox'), 'zgf')
    await waitFor(() => expect(picker.queryByRole('checkbox', { name: /Ann/ })).toBeNull())
    await user.click(await picker.findByRole('checkbox', { name: /曾国藩/ }))
    await user.click(picker.getByRole('button', { name: '添加 2 位' }))
    expect(chips()).toEqual(['移除 Ann <ann@x.cn>', '移除 曾国藩 <zgf@x.cn>'])

    await user.click(screen.getByRole('button', { name: '添加抄送' }))
    await user.click(screen.getByRole('button', { name: '从通讯录选择：抄送' }))
    const again = await opened('抄送')
    await again.findByRole('checkbox', { name: /Ann/ })
    await user.selectOptions(again.getByRole('combobox', { name: '联系组' }), '项目组 (2)')
    await waitFor(() => expect(again.queryByRole('checkbox', { name: /Ann/ })).toBeNull())
    await user.click(again.getByRole('button', { name: '添加全组' }))
    await waitFor(() => expect(chips()).toContain('移除 單雄信 <sxx@x.cn>'))
    expect(chips()).toHaveLength(3)
  })

  it('says why the contacts could not be had, and asks again', async () => {
    const { user } = await openedComposer('away', { contacts })
    server.use(refuseOnce(listContacts, 'storeAway'))
    await user.click(screen.getByRole('button', { name: '从通讯录选择：收件人' }))
    const picker = await opened('收件人')
    await user.click(await picker.findByRole('button', { name: '重试' }))
    expect(await picker.findByRole('checkbox', { name: /Ann/ })).toBeVisible()
    expect(picker.getByRole('button', { name: '添加' })).toBeDisabled()
  })
})
