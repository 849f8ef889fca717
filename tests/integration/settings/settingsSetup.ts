/** A section of the settings, and what is chosen there. */
import { fireEvent, screen } from '@testing-library/react'
// Before a test waits for it.
import '#src/features/settings/SettingsPages'
import type { Language } from '#src/lib/i18n/languages'
import { renderApp } from '../../support/browser/renderApp'
import type { TestGateway } from '../../support/gateway/gateway'

export async function openedSection(gateway: TestGateway, section: string, language: Language = 'zh-CN') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  return renderApp(`/SettingInner?section=${section}`, { as: 'lin', gateway })
}

export const settingField = (name: string) => screen.findByLabelText(name, { selector: 'input, button' })

/** What a field of the settings shows as chosen. */
export const shownIn = (field: HTMLElement) => field.closest('.ant-select')?.textContent

/** Chooses another value of a setting, as a pointer does. */
export async function choose(name: string, option: string): Promise<HTMLElement> {
  const field = await settingField(name)
  fireEvent.mouseDown(field)
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
  return field
}
