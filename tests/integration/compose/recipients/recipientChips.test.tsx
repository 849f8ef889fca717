/** Recipients as chips: moved, copied, pasted, edited and merged, by keys, menu and mouse. */
import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { openServer } from '#tests/support/browser/renderApp'
import { closeComposers, openedComposer } from '../composeSetup'

openServer()
closeComposers()

const chip = (name: string) => screen.getByRole('button', { name })
const line = (label: string) => {
  const found = screen.getByRole('combobox', { name: label }).closest('fieldset')
  if (found === null) throw new Error(`There is no line ${label}`)
  return within(found)
}
const named = (label: string) =>
  line(label)
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('[data-chip]') !== null)
    .map((item) => item.textContent)

/** What a drag carries, as the browser would. */
function dataTransfer() {
  const held = new Map<string, string>()
  return {
    get types() {
      return [...held.keys()]
    },
    setData: (kind: string, text: string) => held.set(kind, text),
    getData: (kind: string) => held.get(kind) ?? '',
    files: [],
    effectAllowed: 'none',
    dropEffect: 'none',
  }
}

describe('chips', () => {
  it('move between the lines and within them with keys and menu, and the focus goes along', async () => {
    const { user, box } = await openedComposer('movers')
    await user.type(box, 'a@x.cn b@x.cn c@x.cn ')
    await user.keyboard('{ArrowLeft}')
    expect(chip('c@x.cn')).toHaveFocus()
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    expect(named('收件人')).toEqual(['a@x.cn', 'c@x.cn', 'b@x.cn'])
    expect(chip('c@x.cn')).toHaveFocus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(named('抄送')).toEqual(['c@x.cn'])
    expect(chip('c@x.cn')).toHaveFocus()
    expect(screen.getByText('已将 1 位移到抄送')).toBeInTheDocument()
    await user.keyboard('{ArrowDown}')
    const menu = screen.getByRole('menu', { name: 'c@x.cn 的操作' })
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['编辑', '复制', '移到收件人', '移到密送', '移除'])
    await user.click(within(menu).getByRole('menuitem', { name: '移到密送' }))
    expect(named('密送')).toEqual(['c@x.cn'])
    expect(chip('c@x.cn')).toHaveFocus()
    await user.keyboard('{Delete}')
    expect(screen.queryByRole('button', { name: 'c@x.cn' })).not.toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: '密送' })).toHaveFocus()
  })

  it('wait for the address of a name with a comma, and end at the comma after an address', async () => {
    const { user, box } = await openedComposer('commas')
    await user.type(box, 'a@x.cn,Silva, Ana <ana@x.test')
    expect(named('收件人')).toEqual(['a@x.cn'])
    await user.type(box, '>,b@x.cn,')
    expect(named('收件人')).toHaveLength(3)
    expect(chip('"Silva, Ana" <ana@x.test>')).not.toHaveAttribute('aria-invalid')
    expect(chip('b@x.cn')).toBeVisible()
  })

  it('leave somebody before a comma apart from who is pasted', async () => {
    const { user, box } = await openedComposer('before')
    await user.type(box, 'bob, ')
    await user.paste('Ana <ana@x.test>')
    expect(named('收件人')).toHaveLength(2)
    expect(chip('Ana <ana@x.test>')).not.toHaveAttribute('aria-invalid')
  })

  it('are chosen by runs, cut, and pasted into another line', async () => {
    const { user, box } = await openedComposer('cutters')
    await user.type(box, '王丽 <w@x.cn>;b@x.cn ')
    await user.type(box, 'c@x.cn ')
    await user.keyboard('{Control>}a{/Control}')
    for (const name of ['王丽 <w@x.cn>', 'b@x.cn', 'c@x.cn']) expect(chip(name)).toHaveAttribute('aria-pressed', 'true')
    await user.keyboard('{Escape}{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}')
    expect(chip('c@x.cn')).not.toHaveAttribute('aria-pressed')
    const copied = createEvent.cut(document.activeElement ?? document.body)
    const clipboard = dataTransfer()
    Object.defineProperty(copied, 'clipboardData', { value: clipboard })
    fireEvent(document.activeElement ?? document.body, copied)
    expect(clipboard.getData('text/plain')).toBe('王丽 <w@x.cn>, b@x.cn')
    expect(named('收件人')).toEqual(['c@x.cn'])
    await user.click(screen.getByRole('button', { name: '添加抄送' }))
    await user.paste(clipboard.getData('text/plain'))
    expect(named('抄送')).toEqual(['王丽 <w@x.cn>', 'b@x.cn'])
  })

  it('are edited in their place with Enter or a double click, and Escape leaves them as they were', async () => {
    const { user, box } = await openedComposer('editors')
    await user.type(box, 'a@x.cn b@x.cn ')
    await user.dblClick(chip('a@x.cn'))
    expect(box).toHaveValue('a@x.cn')
    expect(box).toHaveFocus()
    await user.clear(box)
    await user.type(box, 'anna@x.cn{Enter}')
    expect(named('收件人')).toEqual(['anna@x.cn', 'b@x.cn'])
    await user.keyboard('{ArrowLeft}{Home}{Enter}zzz{Escape}')
    expect(named('收件人')).toEqual(['anna@x.cn', 'b@x.cn'])
    expect(box).toHaveValue('')
  })

  it('of somebody who is known may have dots that nobody would type, also once they were edited', async () => {
    const contacts = [['Ken', 'ken..old.@phone.example']] as const
    const { user, box } = await openedComposer('dots', { contacts })
    await user.type(box, 'Ken')
    await user.click(await screen.findByRole('option', { name: /^Ken/ }))
    expect(chip('Ken <ken..old.@phone.example>')).not.toHaveAttribute('aria-invalid')
    await user.keyboard('{ArrowLeft}{Enter}{Home}Old {Enter}')
    expect(chip('Old Ken <ken..old.@phone.example>')).not.toHaveAttribute('aria-invalid')
    await user.type(box, 'a..b@x.cn{Enter}')
    expect(chip('a..b@x.cn')).toHaveAttribute('aria-invalid', 'true')
  })

  it('show a domain in letters, but in A-labels where it mixes scripts, and know it in either spelling', async () => {
    const contacts = [
      ['Ken', 'ken@xn--bcher-kva.example'],
      ['Kim', 'kim@xn--pypal-4ve.example'],
    ] as const
    const { user, box } = await openedComposer('letters', { contacts })
    await user.type(box, 'büch')
    await user.click(await screen.findByRole('option', { name: 'Kenken@bücher.example' }))
    await user.type(box, 'Kim')
    await user.click(await screen.findByRole('option', { name: 'Kimkim@xn--pypal-4ve.example' }))
    expect(named('收件人')).toEqual(['Ken <ken@bücher.example>', 'Kim <kim@xn--pypal-4ve.example>'])
    await user.type(box, 'ken@bücher.example{Enter}')
    expect(screen.getByText('ken@bücher.example 已在收件人中，没有重复添加')).toBeInTheDocument()
    await user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}')
    expect(box).toHaveValue('Ken <ken@bücher.example>')
  })

  it('name nobody twice: whoever stands in another line stays there, and it is said', async () => {
    const { user, box } = await openedComposer('twins')
    await user.type(box, '王丽 <w@x.cn>;')
    await user.click(screen.getByRole('button', { name: '添加密送' }))
    await user.keyboard('W@x.cn ')
    expect(line('密送').queryAllByRole('listitem')).toEqual([])
    expect(screen.getByText('W@x.cn 已在收件人中，没有重复添加')).toBeInTheDocument()
  })

  it('that are no addresses are marked, and why stands beside the field', async () => {
    const { user, box } = await openedComposer('faults', { language: 'en-US' })
    await user.click(box)
    await user.paste('broken@；nobody，"Berg, Anna" <anna@x.cn>')
    expect(chip('broken@')).toHaveAttribute('aria-invalid', 'true')
    expect(chip('broken@')).toHaveAccessibleDescription(/The part after the @ is not complete: broken@/)
    expect(chip('nobody')).toHaveAccessibleDescription(/There is no @ in it: nobody/)
    expect(chip('"Berg, Anna" <anna@x.cn>')).not.toHaveAttribute('aria-invalid')
    await user.click(screen.getByRole('button', { name: 'Remove broken@' }))
    expect(screen.queryByText('The part after the @ is not complete')).not.toBeInTheDocument()
  })

  it('of a long list are told by their number until the line is worked in; those at fault always stand', async () => {
    const { user, box } = await openedComposer('crowd')
    const crowd = Array.from({ length: 40 }, (_, at) => `p${at}@x.cn`)
    await user.click(box)
    await user.paste([...crowd, 'broken@'].join('、'))
    expect(named('收件人')).toHaveLength(41)
    await user.click(screen.getByLabelText('主题'))
    expect(named('收件人')).toEqual([...crowd.slice(0, 24), 'broken@'])
    await user.click(screen.getByRole('button', { name: '还有 16 位' }))
    expect(named('收件人')).toHaveLength(41)
    expect(box).toHaveFocus()
  })

  it('that found no place in the row are counted behind it', async () => {
    const tops = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const at = Number(this.querySelector('[data-chip]')?.getAttribute('data-chip') ?? 0)
      return new DOMRect(0, at < 3 ? 0 : 36, 80, 30)
    })
    const { user, box } = await openedComposer('row')
    await user.click(box)
    await user.paste('a@x.cn b@x.cn c@x.cn d@x.cn e@x.cn ')
    expect(screen.queryByText(/^\+/)).not.toBeInTheDocument()
    await user.click(screen.getByLabelText('主题'))
    expect(screen.getByRole('button', { name: '还有 2 位' })).toHaveTextContent('+2')
    tops.mockRestore()
  })

  it('bear the name alone, and the address where it is not the only one of that name or could be one itself', async () => {
    const { user, box } = await openedComposer('names')
    await user.click(box)
    await user.paste('李雷 <li@x.cn>; 王丽 <w@x.cn>; 王丽 <wang@y.cn>; boss@ep.test <evil@z.cn>; ')
    const address = (name: string) => within(chip(name)).getByText(/^</)
    expect(address('李雷 <li@x.cn>').parentElement).toHaveClass('compose-chip-address')
    expect(chip('李雷 <li@x.cn>')).toHaveAttribute('title', '李雷 <li@x.cn>')
    for (const name of ['王丽 <w@x.cn>', '王丽 <wang@y.cn>', '"boss@ep.test" <evil@z.cn>'])
      expect(address(name).parentElement).not.toHaveClass('compose-chip-address')
  })

  it('are dragged before another, onto a line that is not shown yet, and into another mail as a copy', async () => {
    const { user, box } = await openedComposer('dragged')
    await user.type(box, 'a@x.cn b@x.cn ')
    const item = (name: string) => chip(name).closest('li') ?? document.body
    const drag = dataTransfer()
    fireEvent.dragStart(item('b@x.cn'), { dataTransfer: drag })
    const cc = screen.getByRole('button', { name: '添加抄送' })
    fireEvent.dragOver(cc, { dataTransfer: drag })
    fireEvent.drop(cc, { dataTransfer: drag })
    expect(named('抄送')).toEqual(['b@x.cn'])
    const foreign = dataTransfer()
    foreign.setData('application/x-ep-recipients', '')
    foreign.setData('text/plain', 'c@x.cn, A@x.cn')
    const lines = screen.getByRole('combobox', { name: '抄送' }).closest('fieldset') ?? document.body
    fireEvent.dragOver(lines, { dataTransfer: foreign })
    fireEvent.drop(lines, { dataTransfer: foreign })
    expect(named('抄送')).toEqual(expect.arrayContaining(['c@x.cn', 'b@x.cn']))
    expect(screen.getByText('A@x.cn 已在收件人中，没有重复添加')).toBeInTheDocument()
  })
})
