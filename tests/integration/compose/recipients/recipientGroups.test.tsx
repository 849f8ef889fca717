/** People by the sound of their names, and groups, as recipients. */
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { groupMembers } from '#contract/endpoints/sending/contacts'
import { openServer, server } from '#tests/support/browser/renderApp'
import { refuseOnce } from '../composeFaults'
import { closeComposers, openedComposer } from '../composeSetup'

openServer()
closeComposers()

const contacts = [
  ['曾国藩', 'zgf@x.cn'],
  ['單雄信', 'sxx@x.cn'],
] as const

const chips = () => screen.getAllByRole('button', { name: /^移除/ }).map((button) => button.getAttribute('aria-label'))

describe('recipients', () => {
  it('are offered by pinyin, initials and a mixture, simplified and traditional', async () => {
    const { user, box } = await openedComposer('pinyin', { contacts })
    await user.type(box, 'zgf')
    expect(await screen.findByRole('option', { name: /曾国藩/ })).toBeInTheDocument()
    await user.clear(box)
    await user.type(box, 'shanx{Enter}')
    await user.clear(box)
    await user.type(box, 'shanx')
    await screen.findByRole('option', { name: /單雄信/ })
    await user.keyboard('{Enter}')
    expect(chips()).toContain('移除 單雄信 <sxx@x.cn>')
  })

  it('are groups too: one that is chosen becomes its members, each once', async () => {
    const { user, box } = await openedComposer('groups', { contacts, groups: { 项目组: ['zgf@x.cn', 'sxx@x.cn'] } })
    await user.type(box, 'ZGF@x.cn xmz')
    const option = await screen.findByRole('option', { name: /项目组/ })
    expect(option).toHaveTextContent('项目组2 人')
    await user.keyboard('{Enter}')
    const told = '已添加“项目组”的 1 位成员。 曾国藩 已在收件人中，没有重复添加'
    expect(await screen.findByText(told)).toBeInTheDocument()
    expect(chips()).toEqual(['移除 曾国藩 <ZGF@x.cn>', '移除 單雄信 <sxx@x.cn>'])
    expect(box).toHaveFocus()
  })

  it('say so where a group is empty, or cannot be asked for', async () => {
    const { user, box } = await openedComposer('empty', { language: 'en-US', groups: { Club: [] } })
    await user.type(box, 'club')
    await user.click(await screen.findByRole('option', { name: /Club/ }))
    expect(await screen.findByText('There is nobody in “Club” yet')).toBeInTheDocument()
    server.use(refuseOnce(groupMembers, 'storeAway'))
    await user.type(box, 'club')
    await user.click(await screen.findByRole('option', { name: /Club/ }))
    const told = '“Club” could not be opened: The mail server is away. Please retry later'
    expect(await screen.findByText(told)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  })

  it('of a group that goes beyond the membership are counted at once, and the mail does not go', async () => {
    const many = Array.from({ length: 51 }, (_, at) => [`P${at}`, `p${at}@x.cn`] as const)
    const groups = { Everybody: many.map(([, email]) => email) }
    const { user, box } = await openedComposer('beyond', { tier: 'free', contacts: many, groups })
    await user.type(box, 'every')
    await user.click(await screen.findByRole('option', { name: /Everybody/ }))
    expect(await screen.findByText('收件人最多 50 位，现有 51 位')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '发送' }))
    expect(box).toHaveAccessibleDescription('收件人最多 50 位，现有 51 位')
    expect(box).toHaveFocus()
    await user.keyboard('{ArrowLeft}{Delete}')
    expect(screen.queryByText('收件人最多 50 位，现有 51 位')).not.toBeInTheDocument()
  })
})
