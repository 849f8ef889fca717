/** Business cards on screen: written beside a preview, chosen for a message, and received. */
// jsdom's own goes over no wire of tests.
import { File } from 'node:buffer'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// Before any page asks for them: what is fetched on demand is slow to come the first time.
import '#src/features/cards/CardsSection'
import '#src/features/compose'
import '#src/features/compose/cards/CardDialog'
import '#src/features/compose/editor/TextEditor'
import '#src/features/compose/signatures/SignatureDialog'
import '#src/features/profile/ProfileSection'
import '#src/features/reading/attachments/VCardFile'
import '#src/features/signatures/SignaturePage'
import { businessCard, type CardContent, cardLimits } from '#contract/contacts/businessCard'
import { limits } from '#contract/limits'
import type { AppStore } from '#src/store/typed'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { closeComposers, leftOpen, sendOption } from '../compose/composeSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())
closeComposers()

const card = (name: string): CardContent => ({
  name,
  fields: [{ kind: 'mobile', label: '手机', value: '138' }],
  logo: '',
  layout: 'business',
})
const reply = v.object({ cards: v.array(businessCard) })

async function signedIn() {
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  const save = async (name: string, isDefault = '0') => {
    const form = { card: JSON.stringify(card(name)), isDefault }
    const { cards } = v.parse(reply, (await calls.post('card/saveCard.action', form, { session })).json)
    return cards.at(-1)?.id ?? ''
  }
  const stored = async () => v.parse(reply, (await calls.get('card/cards.action', {}, { session })).json).cards
  return { calls, session, save, stored }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** The page with the form of a new card open. */
async function writing() {
  const { user } = await renderApp('/Signature', { as: 'lin', gateway })
  await user.click(await screen.findByText('新建名片'))
  const form = document.querySelector<HTMLElement>('.cards-form') ?? expect.fail('no form')
  return { user, form, shown: within(form), save: within(form).getByText('保存') }
}

describe('the cards of an account', () => {
  it('are written beside a preview, and refused in words beside the field', async () => {
    const { stored } = await signedIn()
    const { user, shown, save } = await writing()
    expect(shown.getByText('填写姓名后，这里显示邮件中的名片。')).toBeInTheDocument()
    const name = shown.getByLabelText('姓名')
    await user.click(save)
    await waitFor(() => expect(name).toHaveAccessibleDescription('名片的姓名不能为空'))
    expect(name).toHaveFocus()
    await user.paste('<img src=x onerror=alert(1)>')
    // The Enter that ends a word of an input method submits nothing.
    const enter = createEvent.keyDown(name, { key: 'Enter', keyCode: 229, isComposing: true })
    fireEvent(name, enter)
    expect(enter.defaultPrevented).toBe(true)
    await waitFor(() =>
      expect(shown.getByTitle('预览').getAttribute('srcdoc')).toContain('&lt;img src=x onerror=alert(1)&gt;'),
    )
    const email = shown.getByLabelText('第 4 项的内容')
    await user.click(email)
    await user.paste('lin')
    await user.click(save)
    await waitFor(() => expect(email).toHaveAttribute('aria-invalid', 'true'))
    expect(email).toHaveFocus()
    expect(shown.getByText('这一项填写不正确')).toBeInTheDocument()
    expect(await stored()).toEqual([])
  })

  it('have eight items at the most, and are five at the most', async () => {
    const { save } = await signedIn()
    for (const name of ['A', 'B', 'C', 'D']) await save(name)
    const { user, shown } = await writing()
    expect(shown.getByText(`最多 ${limits.cardFields} 项`)).toBeInTheDocument()
    const values = () => shown.getAllByRole('textbox', { name: /^第 \d 项的内容$/ })
    while (values().length < limits.cardFields) await user.click(shown.getByRole('button', { name: '添加一项' }))
    expect(shown.queryByRole('button', { name: '添加一项' })).toBeNull()
    await user.click(shown.getByRole('button', { name: '去掉第 8 项' }))
    expect(values()).toHaveLength(limits.cardFields - 1)
    expect(shown.getByRole('button', { name: '添加一项' })).toBeInTheDocument()
    await user.type(shown.getByLabelText('姓名'), 'E')
    await user.click(shown.getByRole('button', { name: '保存' }))
    await screen.findByText(`已有 ${cardLimits.cards} 张名片，最多 ${cardLimits.cards} 张`)
    expect(await button('新建名片')).toBeDisabled()
  })

  it('have a logo by its bytes, are saved, removed and brought back', async () => {
    const { stored } = await signedIn()
    const { form, shown, save } = await writing()
    fireEvent.change(shown.getByLabelText('姓名'), { target: { value: '<b>林</b>' } })
    const choose = form.querySelector('input[type=file]') ?? expect.fail('no logo')
    const put = (bytes: Uint8Array) =>
      fireEvent.change(choose, {
        target: { files: [new File([Uint8Array.from(bytes)], 'logo.png', { type: 'image/png' })] },
      })
    put(new TextEncoder().encode('<svg/>'))
    const described = (words: RegExp) =>
      waitFor(() => expect(shown.getByText('选择图片').closest('button')).toHaveAccessibleDescription(words))
    await described(/不支持的图片格式/)
    put(new Uint8Array(limits.logoBytes))
    await described(/须小于 1 MB/)
    put(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00f' } })
        .png()
        .toBuffer(),
    )
    await shown.findByText('更换图片')
    fireEvent.click(shown.getByText('时尚'))
    fireEvent.click(shown.getByRole('switch'))
    fireEvent.click(save)
    const list = within(await screen.findByRole('list', { name: '您的名片' }))
    expect(list.getByText('<b>林</b>')).toBeInTheDocument()
    expect(list.getByText('默认发送')).toBeInTheDocument()
    const [saved] = await stored()
    const logo = expect.stringMatching(/^[\da-f]{64}$/)
    expect(saved).toMatchObject({ layout: 'fashion', isDefault: true, logo, fields: [] })
    fireEvent.click(list.getByLabelText(/^删除名片/))
    await screen.findByText('还没有名片')
    expect(await stored()).toEqual([])
    const undo = screen.getByText('撤销').closest('button') ?? expect.fail('no Undo')
    expect(undo).toHaveFocus()
    fireEvent.click(undo)
    await screen.findByText('<b>林</b>')
    expect(await stored()).toEqual([saved])
  })
})

it('a signature whose card was removed beside it is saved without one', async () => {
  const { calls, session, save } = await signedIn()
  const own = await save('林晓')
  await calls.post('signature/saveSignature.action', { title: '工作', html: '<div>林</div>', card: own }, { session })
  const { user } = await renderApp('/Signature', { as: 'lin', gateway })
  fireEvent.click(await screen.findByLabelText(/^删除名片/))
  await screen.findByText('还没有名片')
  await user.click(await button(/^编辑.*工作/))
  fireEvent.click((await screen.findByText('保存')).closest('button') ?? expect.fail('no Save'))
  await waitFor(() => expect(screen.queryByText('保存')).toBeNull())
  const kept = (await calls.get('signature/signatures.action', {}, { session })).json
  expect(kept).toMatchObject({ signatures: [{ title: '工作', card: '' }] })
})

describe('a message being written', () => {
  const named = (store: AppStore) => {
    const [open] = Object.values(store.getState().compose?.open ?? {})
    return open?.status === 'ready' ? open.composer.content.card : undefined
  }

  it('has the default card as a chip that can be removed, another by the dialog, and that of a signature', async () => {
    const { calls, session, save } = await signedIn()
    const own = await save('林晓', '1')
    const other = await save('Lin Xiao')
    const signature = { title: '工作', html: '<div>林</div>', card: own }
    await calls.post('signature/saveSignature.action', signature, { session })
    const { user, store } = await renderApp('/writeMail', { as: 'lin', gateway })
    leftOpen(store)
    await screen.findByText('名片：林晓')
    await user.click(await button('去掉名片'))
    expect(screen.queryByText('名片：林晓')).toBeNull()
    expect(named(store)).toBeNull()
    await user.click(await sendOption(user, 'button', '名片'))
    await user.click(await button(/^Lin Xiao/))
    await screen.findByText('名片：Lin Xiao')
    expect(named(store)).toEqual({ id: other, name: 'Lin Xiao' })
    await user.click(await sendOption(user, 'button', '签名'))
    await user.click(await button(/^工作/))
    await screen.findByText('名片：林晓')
  })
})

describe('a received card', () => {
  const letter = (vCards: string, name = 'lin.vcf', type = 'application/octet-stream') => `From: Chen <chen@example.cn>
To: lin@ep.test
Subject: Card
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

Hi.
--b
Content-Type: ${type}
Content-Disposition: attachment; filename=${name}

${vCards}
--b--
`
  const vCard = (name: string, ...lines: readonly string[]) =>
    ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD'].join('\n')

  it('is shown of the first three files alone, each of which is a call', async () => {
    const file = (at: number) => `--b
Content-Type: text/vcard
Content-Disposition: attachment; filename=${at}.vcf

${vCard(`P${at}`, 'EMAIL:p@example.cn')}
`
    const id = await gateway.deliver(
      'lin@ep.test',
      letter(vCard('P0')).replace('--b--', `${[1, 2, 3].map(file).join('')}--b--`),
    )
    await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await waitFor(() => expect(screen.getAllByRole('region', { name: '名片' })).toHaveLength(3))
    expect(screen.getByText('3.vcf')).toBeVisible()
  })

  it('is shown as text, becomes a contact, and says who is one already', async () => {
    const { calls, session } = await signedIn()
    await calls.post('contact/addContact.action', { name: 'Known', email: 'known@example.cn' }, { session })
    const hostile = vCard('<b>Chen</b>', 'EMAIL:chen@example.cn', 'TEL:138', 'NOTE:<script>alert(1)</script>')
    const id = await gateway.deliver(
      'lin@ep.test',
      letter([hostile, vCard('Known', 'EMAIL:k@example.cn'), vCard('No address')].join('\n')),
    )
    const { user } = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    const [first, second, third] = (await screen.findAllByRole('region', { name: '名片' })).map((one) => within(one))
    expect(first?.getByRole('heading')).toHaveTextContent('<b>Chen</b>')
    expect(first?.getByText('<script>alert(1)</script>')).toBeInTheDocument()
    expect(second?.getByText('联系人中已有此人。')).toBeInTheDocument()
    const closed = third?.getByRole('button', { name: '添加到联系人' })
    expect(closed).toHaveAttribute('aria-disabled', 'true')
    await user.click(first?.getByRole('button', { name: '添加到联系人' }) ?? expect.fail('no card'))
    await waitFor(() => expect(first?.getByText('已添加到联系人。')).toBeInTheDocument())
    expect(first?.getByRole('link', { name: '打开联系人' }).getAttribute('href')).toMatch(/^\/Contact\?id=.+/)
    const all = (await calls.post('contact/queryAllContacts.action', {}, { session })).json
    expect(all).toMatchObject({ contacts: [{ name: 'Known' }, { name: '<b>Chen</b>', email: 'chen@example.cn' }] })
  })
})
