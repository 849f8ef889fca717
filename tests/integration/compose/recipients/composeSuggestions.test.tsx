/** People offered while a recipient is typed: by keyboard, by mouse, and never against the person's own words. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { suggestPeople } from '#contract/endpoints/sending/contacts'
import { openServer, renderApp, server } from '#tests/support/browser/renderApp'
import { makeTestGateway } from '#tests/support/gateway/gateway'
import { contactOf } from '../../../support/stores/contactOf'
import { refuseOnce } from '../composeFaults'
import { closeComposers, leftOpen } from '../composeSetup'

openServer()
closeComposers()

const contacts = [
  ['王丽', 'li@example.cn'],
  ['王伟', 'wei@example.cn'],
  ['Anna Berg', 'anna@example.cn'],
] as const

async function opened(as: string, [subject, to] = ['主题', '收件人']) {
  const gateway = await makeTestGateway()
  const owner = await gateway.account(`${as}@ep.test`)
  for (const [name, email] of contacts) await gateway.stores.contacts.add(owner.id, contactOf(email, name, email), 9)
  const app = await renderApp('/writeMail', { as, gateway })
  leftOpen(app.store)
  await screen.findByLabelText(subject ?? '')
  return { ...app, box: screen.getByRole('combobox', { name: to ?? '' }) }
}

const chip = (name: string) => screen.queryByRole('button', { name: `移除 ${name}` })
const noList = () => waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())

describe('people offered for a recipient', () => {
  it('are chosen with the arrows and Enter', async () => {
    const { user, box } = await opened('arrows')
    expect(box).toHaveAttribute('aria-expanded', 'false')
    await user.type(box, '王')
    const list = await screen.findByRole('listbox', { name: '联系人建议' })
    const options = within(list).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['王丽li@example.cn', '王伟wei@example.cn'])
    expect(box).toHaveAttribute('aria-expanded', 'true')
    expect(box).toHaveAttribute('aria-activedescendant', options[0]?.id)
    await user.keyboard('{ArrowDown}')
    expect(options[1]).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    expect(chip('王伟 <wei@example.cn>')).toBeInTheDocument()
    expect(box).toHaveValue('')
    expect(box).toHaveFocus()
    await noList()
  })

  it('are chosen with the mouse, and not offered again', async () => {
    const { user, box } = await opened('mouse')
    await user.type(box, '王')
    await user.click(await screen.findByRole('option', { name: /王丽/ }))
    expect(chip('王丽 <li@example.cn>')).toBeInTheDocument()
    await user.type(box, '王')
    await screen.findByRole('option', { name: /王伟/ })
    expect(screen.queryByRole('option', { name: /王丽/ })).not.toBeInTheDocument()
  })

  it('stay out of the way of an address that is typed whole', async () => {
    const { user, box } = await opened('whole')
    await user.type(box, 'anna@example.c')
    const option = await screen.findByRole('option', { name: /Anna/ })
    expect(option).toHaveAttribute('aria-selected', 'false')
    await user.keyboard('om{Enter}')
    expect(chip('anna@example.com')).toBeInTheDocument()
  })

  it('leave with Escape, and the text stays', async () => {
    const { user, box } = await opened('escape')
    await user.type(box, '王')
    await screen.findByRole('listbox')
    await user.keyboard('{Escape}')
    await noList()
    expect(box).toHaveValue('王')
  })

  it('are neither shown nor chosen while an input method composes', async () => {
    const { user, box } = await opened('method')
    await user.type(box, '王')
    await screen.findByRole('listbox')
    fireEvent.compositionStart(box)
    await noList()
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
    expect(screen.queryByRole('button', { name: /^移除/ })).not.toBeInTheDocument()
    expect(box).toHaveValue('王')
    fireEvent.compositionEnd(box)
    await user.click(await screen.findByRole('option', { name: /王伟/ }))
    expect(chip('王伟 <wei@example.cn>')).toBeInTheDocument()
  })

  it('are not chosen by the key that ends a composition, in the order of Safari', async () => {
    const { user, box } = await opened('safari')
    fireEvent.compositionStart(box)
    fireEvent.change(box, { target: { value: '王' } })
    fireEvent.compositionEnd(box)
    await screen.findByRole('listbox')
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229, isComposing: false })
    fireEvent.change(box, { target: { value: '王小明' } })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229, isComposing: false })
    expect(screen.queryByRole('button', { name: /^移除/ })).not.toBeInTheDocument()
    expect(box).toHaveValue('王小明')
    await user.type(box, '{Enter}')
    expect(chip('王小明')).toBeInTheDocument()
  })

  it('that cannot be asked for leave the box as it is', async () => {
    const { user, box } = await opened('away')
    server.use(refuseOnce(suggestPeople, 'storeAway'))
    await user.type(box, 'li@example.cn{Enter}')
    expect(chip('li@example.cn')).toBeInTheDocument()
  })

  it('are named in English too', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
    const { user, box } = await opened('english', ['Subject', 'To'])
    await user.type(box, 'berg')
    expect(await screen.findByRole('listbox', { name: 'People' })).toHaveTextContent('Anna Berg')
  })
})
