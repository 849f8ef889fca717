/** My files on a line that breaks, with sound and film, and by keys alone up to a guest. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    account: 'file-ways-zh@ep.test',
    upload: '上传',
    uploads: '上传',
    retry: '重试：大.bin',
    done: '已上传 1 / 1',
    large: /^大\.bin，/,
    of: '“大.bin”的操作',
    download: '下载',
    sound: /^录音\.wav，音频/,
    film: /^录像\.webm，视频/,
    next: '下一个文件',
    grid: '以网格显示',
    text: /^报价\.txt，文本/,
    renamed: /^合同\.txt，文本/,
    name: '名称',
    share: '分享',
    make: '生成链接',
    link: '分享链接',
    open: '打开',
    saved: '下载 合同.txt',
  },
  {
    language: 'en-US',
    account: 'file-ways-en@ep.test',
    upload: 'Upload',
    uploads: 'Uploads',
    retry: 'Retry: 大.bin',
    done: '1 of 1 uploaded',
    large: /^大\.bin, /,
    of: 'Actions for “大.bin”',
    download: 'Download',
    sound: /^录音\.wav, Audio/,
    film: /^录像\.webm, Video/,
    next: 'Next file',
    grid: 'Show as a grid',
    text: /^报价\.txt, Text/,
    renamed: /^合同\.txt, Text/,
    name: 'Name',
    share: 'Share',
    make: 'Make a link',
    link: 'Link',
    open: 'Open',
    saved: 'Download 合同.txt',
  },
] as const

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A second of silence, 8 bits at 8 kHz. */
function wav(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 8_000, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(8_000, 40)
  return Buffer.concat([head, Buffer.alloc(8_000, 128)])
}

/** A few frames that the browser itself records. */
async function webm(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' })
    const data = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = (event) => resolve(event.data)
    })
    recorder.start()
    for (let frame = 0; frame < 20; frame += 1) {
      context?.fillRect(frame, frame, 50, 50)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    recorder.stop()
    return [...new Uint8Array(await (await data).arrayBuffer())]
  })
  return Buffer.from(bytes)
}

/** Goes to it by Tab, as somebody without a mouse does. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 100; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No Tab leads to ${target}`)
}

for (const say of journeys) {
  test.describe(say.language, { tag: '@all' }, () => {
    test.use({ viewport: { width: 1440, height: 900 }, locale: say.language })

    test('R13: an upload that is cut in its middle goes on, and the file is the same', async ({
      page,
      context,
      gateway,
    }) => {
      const account = `cut-${say.account}`
      await speak(page, say.language)
      await gateway.addAccount(account, password)
      await signIn(page, account, say.language)
      await page.goto('/records')
      const bytes = Buffer.from(
        Uint32Array.from({ length: 3 * 1024 * 1024 }, (_unused, at) => at * 2_654_435_761).buffer,
      )
      const offsets: number[] = []
      let isCut = false
      await page.route('**/uploadPart.action*', async (route) => {
        offsets.push(Number(new URL(route.request().url()).searchParams.get('offset')))
        if (offsets.length === 6 && !isCut) await context.setOffline(true)
        await route.continue()
      })
      await page.locator('input[type=file]').setInputFiles({ name: '大.bin', mimeType: '', buffer: bytes })
      const retry = page.getByRole('button', { name: say.retry })
      await expect(retry).toBeVisible()
      await expect(page.getByRole('row', { name: say.large })).toHaveCount(0)
      await context.setOffline(false)
      isCut = true
      offsets.length = 0
      await retry.click()
      await expect(page.getByRole('row', { name: say.large })).toBeVisible()
      // It goes on where it was cut.
      expect([offsets[0], offsets.length]).toEqual([5 * 1024 * 1024, 7])
      await page.getByRole('button', { name: say.of, exact: true }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: say.download, exact: true }).click(),
      ])
      expect(sha256(await readFile(await download.path()))).toBe(sha256(bytes))
    })

    test('sound and film are played in place', async ({ page, gateway }) => {
      const account = `film-${say.account}`
      await speak(page, say.language)
      await gateway.addAccount(account, password)
      await signIn(page, account, say.language)
      await page.goto('/records')
      await page.locator('input[type=file]').setInputFiles([
        { name: '录音.wav', mimeType: '', buffer: wav() },
        { name: '录像.webm', mimeType: '', buffer: await webm(page) },
      ])
      await expect(page.getByRole('row', { name: say.sound })).toBeVisible()
      await page.getByRole('row', { name: say.film }).getByText('录像.webm').click()
      const film = page.locator('video')
      await expect(film).toHaveJSProperty('videoWidth', 300)
      await film.evaluate((video: HTMLVideoElement) => video.play())
      await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
      await expectSound(page)
      await page.getByRole('button', { name: say.next, exact: true }).click()
      const sound = page.locator('audio')
      await expect(sound).toHaveJSProperty('duration', 1)
      await sound.evaluate((audio: HTMLAudioElement) => audio.play())
      await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
      await expectSound(page)
    })

    test('by keys alone a file goes up, is named, shared, and opened by a guest', async ({
      page,
      gateway,
      browser,
    }) => {
      const account = `keys-${say.account}`
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await speak(page, say.language)
      await gateway.addAccount(account, password)
      await signIn(page, account, say.language)
      await page.goto('/records')

      const link = await test.step('up, as a tile, renamed and shared', async () => {
        await reach(page, button(say.upload))
        const choosing = page.waitForEvent('filechooser')
        await page.keyboard.press('Enter')
        await (await choosing).setFiles({ name: '报价.txt', mimeType: 'text/plain', buffer: Buffer.from('a,b') })
        await expect(page.getByRole('row', { name: say.text })).toBeVisible()
        await reach(page, button(say.grid))
        await page.keyboard.press('Enter')
        await reach(page, page.getByRole('row', { name: say.text }))
        await page.keyboard.press('F2')
        await expect(page.getByRole('dialog').getByRole('textbox', { name: say.name })).toBeFocused()
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type('合同.txt')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await reach(page, page.getByRole('row', { name: say.renamed }))
        await page.keyboard.press('Space')
        await reach(page, button(say.share))
        await page.keyboard.press('Enter')
        await reach(page, page.getByRole('dialog').getByRole('button', { name: say.make }))
        await page.keyboard.press('Enter')
        return page.getByRole('dialog').getByLabel(say.link, { exact: true }).inputValue()
      })

      await test.step('opened and saved elsewhere', async () => {
        const context = await browser.newContext({ locale: say.language })
        const guest = await context.newPage()
        await speak(guest, say.language)
        await guest.goto(link)
        await reach(guest, guest.getByRole('button', { name: say.open, exact: true }))
        await guest.keyboard.press('Enter')
        await reach(guest, guest.getByRole('button', { name: say.saved }))
        const [download] = await Promise.all([guest.waitForEvent('download'), guest.keyboard.press('Enter')])
        expect((await readFile(await download.path())).toString()).toBe('a,b')
        await context.close()
      })
    })
  })
}
