import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Menu } from '#src/components/menu/Menu'

function open(onChoose = vi.fn(), disabledReason?: string) {
  const items = [
    { key: 'a', label: 'Read', onChoose: vi.fn(), disabledReason },
    { key: 'b', label: 'Unread', onChoose },
    { key: 'c', label: 'Flag', onChoose: vi.fn() },
  ]
  render(<Menu label="Mark" items={items} />)
  return { items, user: userEvent.setup(), button: screen.getByRole('button', { name: 'Mark' }) }
}

it('moves by arrows, chooses by Enter and gives focus back', async () => {
  const onChoose = vi.fn()
  const { user, button } = open(onChoose)
  await user.click(button)
  expect(screen.getByRole('menuitem', { name: 'Read' })).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('menuitem', { name: 'Flag' })).toHaveFocus()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(button).toHaveFocus()
})

it('closes on Escape and on a press elsewhere', async () => {
  const { user, button } = open()
  await user.click(button)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(button).toHaveFocus()
  await user.click(button)
  await user.click(document.body)
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
})

it('keeps what cannot be chosen, with its reason', async () => {
  const { user, button, items } = open(vi.fn(), 'none selected')
  await user.click(button)
  const item = screen.getByRole('menuitem', { name: 'Read' })
  expect(item).toHaveAttribute('title', 'none selected')
  await user.click(item)
  expect(items[0]?.onChoose).not.toHaveBeenCalled()
})
