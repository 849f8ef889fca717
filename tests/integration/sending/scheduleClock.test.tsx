/** A time that a change of the clock skips or doubles is said in the dialog, before anything is sent at another hour. */
import { render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LazyScheduleDialog } from '#src/features/sending'
import { ServicesProvider } from '#src/store/servicesContext'
import { languageChosen } from '#src/store/settings/preferences'
import { openServer, renderApp } from '../../support/browser/renderApp'

openServer()

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

async function dialog(language: 'zh-CN' | 'en-US' = 'zh-CN') {
  const { store, services, user, unmount } = await renderApp('/login')
  unmount()
  store.dispatch(languageChosen(language))
  const onChoose = vi.fn()
  const shown = () => (
    <Provider store={store}>
      <ServicesProvider value={{ ...services, now: () => Date.UTC(2026, 9, 20) }}>
        <LazyScheduleDialog chosen={null} onChoose={onChoose} onClose={vi.fn()} />
      </ServicesProvider>
    </Provider>
  )
  const { rerender } = render(shown())
  const type = async (day: string, hour: string) => {
    for (const [label, text] of [
      [/其他时间|Another time/, day],
      [/^时间$|^Time$/, hour],
    ] as const) {
      const field = await screen.findByLabelText(label)
      await user.clear(field)
      await user.type(field, `${text}{Enter}`)
    }
  }
  return { user, onChoose, type, drawAgain: () => rerender(shown()) }
}

it('says which of the two instants of a doubled time is meant, and sends at the one that is chosen', async () => {
  const { user, onChoose, type } = await dialog()
  await type('2026-11-01', '01:30')
  const first = await screen.findByRole('radio', { name: /^第一次：/ })
  expect(first).toBeChecked()
  await user.click(screen.getByRole('button', { name: '使用这个时间' }))
  expect(onChoose).toHaveBeenLastCalledWith(Date.parse('2026-11-01T05:30Z'))
  await user.click(screen.getByRole('radio', { name: /^第二次：/ }))
  await user.click(screen.getByRole('button', { name: '使用这个时间' }))
  expect(onChoose).toHaveBeenLastCalledWith(Date.parse('2026-11-01T06:30Z'))
  await type('2026-11-01', '03:30')
  expect(screen.queryByRole('radio')).toBeNull()
})

it('names the time at which a mail goes whose time the clock skips', async () => {
  const { type } = await dialog()
  await type('2027-03-14', '02:30')
  expect(await screen.findByText('当天时钟会跳过这个时间，邮件将于 03:30 发送。')).toBeVisible()
  await type('2027-03-14', '03:30')
  expect(screen.queryByText(/时钟会跳过/)).toBeNull()
})

it('keeps a date that is being typed when the page around the dialog is drawn again', async () => {
  const { user, onChoose, drawAgain } = await dialog()
  const field = await screen.findByLabelText('其他时间')
  await user.clear(field)
  await user.type(field, '2026-10-25')
  drawAgain()
  await user.type(field, '{Enter}')
  await user.click(screen.getByRole('button', { name: '使用这个时间' }))
  expect(onChoose).toHaveBeenCalledOnce()
  expect(field).toHaveValue('2026-10-25')
})
