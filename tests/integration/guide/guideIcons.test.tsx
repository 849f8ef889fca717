/** `/icons`: what the app shows, collected from its own sources, found and copied. */

import icons from 'virtual:icons-in-use'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { openServer } from '../../support/browser/renderApp'
import { openedGuide } from './guideSetup'

openServer()

const known = icons.map(({ name }) => name)

const words = {
  'zh-CN': {
    title: '图标',
    list: '图标',
    found: (count: number) => `${count} 个图标，共 ${known.length} 个`,
    none: '没有叫这个名称的图标',
    all: '显示全部图标',
    copied: '已复制：InboxOutlined',
    notCopied: '浏览器不允许复制，名称为：InboxOutlined',
  },
  'en-US': {
    title: 'Icons',
    list: 'Icons',
    found: (count: number) => `${count} ${count === 1 ? 'icon' : 'icons'} of ${known.length}`,
    none: 'No icon is called that',
    all: 'Show all icons',
    copied: 'Copied: InboxOutlined',
    notCopied: 'This browser does not let the name be copied: InboxOutlined',
  },
} as const

describe.each(['zh-CN', 'en-US'] as const)('icons, %s', (language) => {
  const say = words[language]
  const opened = () => openedGuide('/icons', language, say.title)
  const names = () =>
    within(screen.getByRole('list', { name: say.list }))
      .getAllByRole('button')
      .map((one) => one.querySelector('.icons-name')?.textContent)

  it('shows every icon that was collected, and finds some by name or place, or none', async () => {
    const { user } = await opened()
    expect(names().toSorted()).toEqual(known.toSorted())
    await waitFor(() => expect(document.title).toContain(say.title))
    const field = screen.getByRole('searchbox')
    await user.type(field, 'INBOX')
    await waitFor(() => expect(names().length).toBeLessThan(known.length))
    expect(names()).toContain('InboxOutlined')
    expect(screen.getByText(say.found(names().length))).toBeVisible()
    await user.type(field, 'zzz')
    expect(await screen.findByText(say.none)).toBeVisible()
    expect(screen.getByText(say.found(0))).toHaveAttribute('role', 'status')
    await user.click(screen.getByRole('button', { name: say.all }))
    expect(await screen.findByText(say.found(known.length))).toBeVisible()
  })

  it('copies a name by keyboard, and says so; a refusal is said with the name', async () => {
    const { user } = await opened()
    const one = screen.getByRole('button', { name: /^InboxOutlined/ })
    one.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText(say.copied)).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('InboxOutlined')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    await user.keyboard(' ')
    expect(await screen.findByText(say.notCopied)).toBeVisible()
  })
})
