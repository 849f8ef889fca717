/** The page of signatures: written with a count, refused in words, chosen and removed. */
// jsdom's own goes over no wire of tests.
import { File } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
// Before any page asks for them: what is fetched on demand is slow to come the first time.
import '#src/app/layout/RootLayout'
import '#src/features/compose/editor/TextEditor'
import '#src/features/profile/ProfileSection'
import '#src/features/settings/SettingsPages'
import '#src/features/signatures/SignaturePage'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const reply = v.object({
  signatures: v.array(v.object({ id: v.string(), title: v.string(), html: v.string() })),
  defaults: v.object({ new: v.string(), reply: v.string() }),
})

async function opened(titles: readonly string[] = [], profile: Record<string, string> = {}, path = '/Signature') {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  for (const title of titles)
    await calls.post('signature/saveSignature.action', { title, html: '<div>林</div>' }, { session })
  await calls.post('profile/saveProfile.action', profile, { session })
  const app = await renderApp(path, { as: 'lin', gateway })
  const stored = async () => v.parse(reply, (await calls.get('signature/signatures.action', {}, { session })).json)
  return { ...app, stored, calls, session }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const editor = () => screen.findByRole('textbox', { name: '签名内容' })
const write = async (words: string) => {
  const box = await editor()
  box.focus()
  box.innerHTML = `<div>${words}</div>`
}

describe('the page of signatures', () => {
  it('counts while one is written, says what is wrong beside its field, and saves it', async () => {
    const { user, stored } = await opened()
    await screen.findByText('还没有签名')
    await user.click(await button('新建签名'))
    await user.click(await button('保存'))
    const title = await screen.findByLabelText('标题')
    await waitFor(() => expect(title).toHaveAccessibleDescription('签名标题不能为空'))
    expect(title).toHaveFocus()
    await user.paste('<img src=x onerror=alert(1)>')
    await write('签'.repeat(601))
    expect(await screen.findByText(/^1,202 \/ 1,200：超出长度/)).toBeInTheDocument()
    await user.click(await button('保存'))
    expect(await screen.findByText('签名最多 600 个汉字或 1200 个英文字符')).toBeInTheDocument()
    expect((await stored()).signatures).toEqual([])
    await write(`${'签'.repeat(599)}👍`)
    expect(await screen.findByText(/^1,200 \/ 1,200（/)).toBeInTheDocument()
    await user.click(await button('保存'))
    await screen.findByText('签名已保存')
    const row = within(screen.getByRole('list', { name: '您的签名' }))
    expect(row.getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument()
    expect((await stored()).signatures[0]?.html).toContain('👍')
  })

  it('changes one, chooses for which messages it is put in, and removes it after a question', async () => {
    const { user, stored } = await opened(['甲', '乙', '丙'])
    expect(await button('新建签名')).toBeDisabled()
    await user.click(await button('编辑 乙'))
    await waitFor(async () => expect((await editor()).textContent).toBe('林'))
    await write('林小姐')
    await user.click(await button('保存'))
    await screen.findByText('签名已保存')
    expect((await stored()).signatures[1]).toMatchObject({ title: '乙', html: '<div>林小姐</div>' })
    await user.click(await screen.findByRole('combobox', { name: '回复和转发使用' }))
    const options = await screen.findAllByText('乙')
    await user.click(options.at(-1) ?? expect.fail('no option'))
    await screen.findByText('已保存选择')
    const { signatures, defaults } = await stored()
    expect(defaults).toEqual({ new: signatures[0]?.id, reply: signatures[1]?.id })
    await user.click(await button('删除 乙'))
    await user.click(await button('删除签名'))
    await screen.findByText('签名已删除')
    expect((await stored()).defaults).toEqual({ new: signatures[0]?.id, reply: '' })
  })
})

describe('personal info on the page of signatures', () => {
  it('is refused beside its field, and a save names what was changed; another province has other cities', async () => {
    const { user, calls, session } = await opened([], { province: 'zhejiang', city: 'hangzhou' })
    const name = await screen.findByLabelText('姓名')
    expect(name).toHaveValue('lin')
    await user.clear(name)
    await user.click(screen.getByText('保存个人信息'))
    await waitFor(() => expect(name).toHaveAccessibleDescription(/姓名不能为空/))
    await user.paste('<b>林</b>')
    await user.click(screen.getByLabelText('省份'))
    await user.click((await screen.findAllByText('广东')).at(-1) ?? expect.fail('no province'))
    await calls.post('profile/saveProfile.action', { gender: 'female' }, { session })
    await user.click(screen.getByText('保存个人信息'))
    await screen.findByText('个人信息已保存')
    expect((await calls.get('profile/profile.action', {}, { session })).json.profile).toEqual({
      ...{ name: '<b>林</b>', gender: 'female', birthday: '', province: 'guangdong', city: '', photo: '' },
    })
  })

  it('has a photo that is refused beside its button, stands in the top bar, and is removed', async () => {
    await opened([], {}, '/settingPc?section=profile')
    const name = await screen.findByLabelText('姓名')
    fireEvent.change(name, { target: { value: '林 一' } })
    const choose = () => document.querySelector('.profile-photo button')
    const put = async (bytes: Uint8Array) =>
      fireEvent.change(await screen.findByLabelText('选择照片', { selector: 'input' }), {
        target: { files: [new File([Uint8Array.from(bytes)], 'me.png', { type: 'image/png' })] },
      })
    await put(new TextEncoder().encode('<svg/>'))
    await waitFor(() => expect(choose()).toHaveAccessibleDescription(/无法读取这张图片/))
    await put(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00f' } })
        .png()
        .toBuffer(),
    )
    await screen.findByText('头像已保存')
    const shown = () => [...document.querySelectorAll('img.ep-avatar')].map((it) => it.getAttribute('src') ?? '')
    await waitFor(() => expect(shown()).toHaveLength(2))
    expect(shown().every((address) => /contact\/photo\.action\?sid=.+&photo=[\da-f]{64}$/.test(address))).toBe(true)
    fireEvent.click(await screen.findByText('移除照片'))
    await screen.findByText('头像已移除')
    await waitFor(() => expect(shown()).toEqual([]))
    expect(choose()).toHaveFocus()
    expect(name).toHaveValue('林 一')
  })
})
