/** Attachments looked at in place, and all of them in one download. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileLimits } from '#contract/files/fileRules'
import '#src/features/files'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const letter = `From: w@example.cn
To: lin@ep.test
Subject: Files
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

See below.
--b
Content-Type: text/html
Content-Disposition: attachment; filename="page.html"

<b>bold</b><script>document.title = 'owned'</script>
--b
Content-Type: image/gif
Content-Disposition: attachment; filename="dot.gif"
Content-Transfer-Encoding: base64

R0lGODlhAQABAAAAACw=
--b
Content-Type: audio/mpeg
Content-Disposition: attachment; filename="song.mp3"

x
--b
Content-Type: message/rfc822
Content-Disposition: attachment; filename="inner.eml"

From: Chen <chen@example.cn>
To: w@example.cn
Subject: Inner
Content-Type: multipart/mixed; boundary=i

--i
Content-Type: text/html

<p>Inner text</p><img src="https://tracker.example/a.gif"><script>1</script>
--i
Content-Type: application/pdf; name="inner.pdf"

x
--i--
--b
Content-Type: text/plain
Content-Disposition: attachment; filename="../<b>wolb\u202e<b>.txt"

x
--b
Content-Type: application/x-msdownload
Content-Disposition: attachment; filename="tool.exe"

x
--b--
`

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

async function open(language = 'zh-CN', message = letter) {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const id = await gateway.deliver('lin@ep.test', message)
  return renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
}

async function stored() {
  const rows = await gateway.stores.db.selectFrom('file_entries').select('name').execute()
  return { list: rows.map(({ name }) => name) }
}

const owner = async () => (await gateway.stores.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id

async function view(name: string) {
  const { user } = await open()
  const button = await screen.findByRole('button', { name: `查看 ${name}` })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  return { user, dialog: within(await screen.findByRole('dialog', { name })) }
}

/** Into the folder that is offered. */
async function save(name: string) {
  const button = await screen.findByRole('button', { name })
  // Its address is asked for first.
  await waitFor(() => expect(button).toBeEnabled())
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: '存到这里' }))
}

describe('an attachment', () => {
  it('is saved to My files, alone or with the others, and where its name is taken that is asked', async () => {
    await open()
    await save('把 song.mp3 存到我的文件')
    expect(await screen.findByText('已把 1 个附件存到我的文件')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await save('全部存到文件')
    expect(await screen.findByText('可以保留两者，存入的名称会加上编号')).toBeVisible()
    fireEvent.click(screen.getByText('保留两者'))
    expect(await screen.findByText('已把 6 个附件存到我的文件')).toBeVisible()
    const { list } = await stored()
    expect(list).toEqual(expect.arrayContaining(['song.mp3', 'song (2).mp3', 'page.html', 'tool.exe']))
    expect(list).toHaveLength(7)
  })

  it('is told to be saved where the others are not, because there is no room for them', async () => {
    await open()
    const room = { account_id: await owner(), bytes: 0, entries: fileLimits.entries - 2 }
    await gateway.stores.db.insertInto('file_books').values(room).execute()
    await save('全部存到文件')
    expect(await screen.findByText('6 个附件中已保存 2 个，其余未保存')).toBeVisible()
    expect((await stored()).list).toHaveLength(2)
  })

  it('is told to be saved where a name that is taken stops those behind it', async () => {
    const part = (name: string) =>
      `--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="${name}"\n\nx\n`
    const [head = ''] = letter.split('--b\n')
    const text = '--b\nContent-Type: text/plain\n\nSee below.\n'
    const many = Array.from({ length: 21 }, (_, at) => part(`f${at}.txt`)).join('')
    await gateway.stores.files.addFolder(await owner(), { id: 'f20', parent: '', name: 'f20.txt' }, 1)
    await open('zh-CN', `${head}${text}${many}--b--\n`)
    await save('全部存到文件')
    await screen.findByText('可以保留两者，存入的名称会加上编号')
    const question = screen.getByText('保留两者').closest<HTMLElement>('.ant-modal') ?? expect.fail('no question')
    fireEvent.click(within(question).getByText('取消'))
    expect(await screen.findByText('21 个附件中已保存 20 个，其余未保存')).toBeVisible()
    expect((await stored()).list).toHaveLength(21)
  })

  it('that is a picture is shown, from the gateway alone', async () => {
    const { dialog, user } = await view('dot.gif')
    const picture = dialog.getByRole('img', { name: 'dot.gif' })
    expect(picture.getAttribute('src')).toMatch(/downloadPart\.action\?sid=.*inline=1/)
    expect(dialog.getByRole('link', { name: '下载' })).toHaveAttribute('download', 'dot.gif')
    await user.click(dialog.getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('leads to those before and after it, opens in a tab where the browser can show it, and closes with Esc', async () => {
    const { dialog, user } = await view('dot.gif')
    const tab = dialog.getByRole('link', { name: '在新标签页打开' })
    expect(tab.getAttribute('href')).toMatch(/downloadPart\.action\?sid=.*inline=1/)
    expect(tab).toHaveAttribute('rel', 'noopener noreferrer')
    await user.click(dialog.getByRole('button', { name: '上一个文件' }))
    const first = within(await screen.findByRole('dialog', { name: 'page.html' }))
    expect(await first.findByRole('textbox', { name: 'page.html' })).toBeInTheDocument()
    expect(first.queryByRole('link', { name: '在新标签页打开' })).toBeNull()
    expect(first.getByRole('button', { name: '上一个文件' })).toHaveAttribute('title', '这是第一个文件')
    await user.click(first.getByRole('button', { name: '下一个文件' }))
    const last = await screen.findByRole('dialog', { name: 'dot.gif' })
    // What the browser makes of Esc.
    fireEvent(last, new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('S9: that is a page is shown as the letters that it is made of', async () => {
    const { dialog } = await view('page.html')
    const text = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'page.html' })
    expect(text.value).toContain('<script>')
    expect(document.title).not.toBe('owned')
  })

  it('that is sound can be heard', async () => {
    const { dialog } = await view('song.mp3')
    expect(dialog.getByLabelText('song.mp3').tagName).toBe('AUDIO')
  })

  it('S1, S5: that is a mail is shown in the mail frame, and loads nothing', async () => {
    const { dialog } = await view('inner.eml')
    expect(await dialog.findByText('Inner')).toBeVisible()
    expect(dialog.getByText('Chen <chen@example.cn>')).toBeVisible()
    const frame = dialog.getByTitle('正文：Inner')
    expect(frame.getAttribute('srcdoc')).toContain('Inner text')
    expect(frame.getAttribute('srcdoc')).not.toMatch(/tracker|<script/)
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts')
    const link = dialog.getByRole('link', { name: '下载 inner.pdf' })
    expect(link.getAttribute('href')).toMatch(/downloadPart\.action\?sid=.*part=5\.1\.2/)
    expect(screen.queryAllByRole('link', { name: '下载 inner.pdf' })).toEqual([link])
  })

  it('S2, S10, S31: whose name is markup or turns the writing is named in harmless letters, word for word', async () => {
    const { dialog, user } = await view('<b>wolb<b>.txt')
    expect(document.querySelector('.reading-files b, dialog b')).toBeNull()
    expect(document.body.textContent).not.toContain('\u202e')
    expect(await dialog.findByRole('textbox', { name: '<b>wolb<b>.txt' })).toHaveValue('x')
    await user.click(dialog.getByRole('button', { name: '关闭' }))
  })

  it('R11: whose mail another client took away says so, and is not shown', async () => {
    await open()
    const button = await screen.findByRole('button', { name: '查看 page.html' })
    await waitFor(() => expect(button).toBeEnabled())
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const id = new URLSearchParams(window.location.search).get('id')
    if (lin === null || id === null) throw new Error('no mail is open')
    await gateway.stores.mailStores.of(lin).remove([id])
    fireEvent.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'page.html' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('内容不存在或已被移走')
    expect(dialog.queryByRole('textbox')).toBeNull()
  })

  it('that is a program can only be downloaded', async () => {
    await open()
    await screen.findByRole('link', { name: '下载 tool.exe' })
    expect(screen.queryByRole('button', { name: '查看 tool.exe' })).toBeNull()
  })

  it('comes with all others in one download; in English too', async () => {
    await open('en-US')
    const link = await screen.findByRole('link', { name: 'Download all' })
    await waitFor(() => expect(link.getAttribute('href')).toContain('downloadParts.action?sid='))
    const answer = await gateway.fetch(new Request(link.getAttribute('href') ?? ''))
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(screen.getByRole('button', { name: 'View dot.gif' })).toBeInTheDocument()
  })
})

describe('a picture that stands in the text', () => {
  it.each([
    ['Content-ID: <图 表>', 'cid:%E5%9B%BE%20表'],
    ['Content-Location: chart.png', 'chart.png'],
  ])('is shown there and is none of the files: %s', async (field, reference) => {
    const parts = [`Content-Type: text/html; charset=utf-8\n\n<p>Look:</p><img src="${reference}">`]
    parts.push(`Content-Type: image/png\n${field}\n\nx`)
    const head = 'From: wang@example.cn\nSubject: Chart\nContent-Type: multipart/related; boundary=b\n\n'
    const id = await gateway.deliver('lin@ep.test', `${head}${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`)
    await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    const frame = await screen.findByTitle('正文：Chart')
    await waitFor(() => expect(frame.getAttribute('srcdoc')).toMatch(/<img src="[^"]*downloadPart\.action[^"]*part=2&/))
    expect(screen.queryByRole('region', { name: '附件' })).toBeNull()
  })
})
