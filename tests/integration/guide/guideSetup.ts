/** A page of the guide, opened in a language. */
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import type { Language } from '#src/lib/i18n/languages'
import { renderApp } from '../../support/browser/renderApp'
import { makeTestGateway } from '../../support/gateway/gateway'

export async function openedGuide(path: string, language: Language, title: string) {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const gateway = await makeTestGateway()
  onTestFinished(() => gateway.close())
  const app = await renderApp(path, { as: 'lin', gateway })
  await screen.findByRole('heading', { level: 1, name: title })
  await waitFor(() => expect(document.title).toContain(title))
  return app
}
