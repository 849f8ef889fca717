/** The language is switched on a page with filled pickers: nothing of them stays in the old one. */
import { act, render, screen, within } from '@testing-library/react'
import DatePicker from 'antd/es/date-picker'
import TimePicker from 'antd/es/time-picker'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AntdScope } from '#src/components/antd/AntdScope'
import { zoneName } from '#src/lib/clock/zoneName'
import { dayjs } from '#src/lib/dates'
import { languageChosen } from '#src/store/settings/preferences'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { sendOption } from '../compose/composeSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
})
afterEach(() => gateway.close())

const spoken = ['aria-label', 'title', 'placeholder']
const han = /\p{Script=Han}/u
const latin = /\p{Script=Latin}/u

/** What is read there, by eye or aloud, piece by piece. */
function wordsIn(root: HTMLElement): readonly string[] {
  const elements = [root, ...root.querySelectorAll('*')].filter((element) => element.closest('[aria-hidden]') === null)
  return elements.flatMap((element) => [
    ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')),
    ...spoken.map((name) => element.getAttribute(name) ?? ''),
    element instanceof HTMLInputElement ? element.value : '',
  ])
}
const foreign = (root: HTMLElement, script: RegExp) => wordsIn(root).filter((words) => script.test(words))

it('the dialog of a later time speaks one language, its open month and the time in its fields among it', async () => {
  const { store, user } = await renderApp('/writeMail', { as: 'lin', gateway })
  await screen.findByRole('button', { name: '发送' })
  await user.click(await sendOption(user, 'button', '定时发送'))
  const dialog = await screen.findByRole('dialog', { name: '定时发送' })
  await user.click(await within(dialog).findByLabelText('其他时间'))
  const inChinese = () => {
    expect(within(dialog).getByRole('columnheader', { name: '六' })).toBeVisible()
    expect(foreign(dialog, latin).filter((words) => !words.includes(zoneName()))).toEqual([])
  }
  inChinese()

  act(() => void store.dispatch(languageChosen('en-US')))
  await screen.findByRole('dialog', { name: 'Send later' })
  expect(within(dialog).getByRole('columnheader', { name: 'Sa' })).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Choose a month' })).toHaveTextContent('Nov')
  expect(within(dialog).getByLabelText('Time')).not.toHaveValue('')
  expect(foreign(dialog, han)).toEqual([])

  act(() => void store.dispatch(languageChosen('zh-CN')))
  await screen.findByRole('dialog', { name: '定时发送' })
  inChinese()
})

it('the values of a date, a time and a range are written anew, weekday, month and half of the day', async () => {
  const { store, unmount } = await renderApp('/login', { gateway })
  unmount()
  const at = dayjs('2026-11-21T09:30')
  render(
    <Provider store={store}>
      <AntdScope>
        <DatePicker open format="dddd MMMM D" value={at} />
        <TimePicker format="A h:mm" value={at} />
        <DatePicker.RangePicker open allowClear={false} format="ddd MMM D" value={[at, at.add(1, 'month')]} />
      </AntdScope>
    </Provider>,
  )
  const values = () =>
    screen.getAllByRole('textbox').map((field) => (field instanceof HTMLInputElement ? field.value : ''))
  const inChinese = ['星期六 十一月 21', '上午 9:30', '周六 11月 21', '周一 12月 21']
  expect(values()).toEqual(inChinese)
  expect(foreign(document.body, latin)).toEqual([])

  act(() => void store.dispatch(languageChosen('en-US')))
  expect(values()).toEqual(['Saturday November 21', 'AM 9:30', 'Sat Nov 21', 'Mon Dec 21'])
  expect(foreign(document.body, han)).toEqual([])

  act(() => void store.dispatch(languageChosen('zh-CN')))
  expect(values()).toEqual(inChinese)
  expect(foreign(document.body, latin)).toEqual([])
})
