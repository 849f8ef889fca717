import { configureStore } from '@reduxjs/toolkit'
import { render, screen } from '@testing-library/react'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import i18next from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { Provider } from 'react-redux'
import { beforeAll, expect, it } from 'vitest'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdScope } from '#src/components/antd/AntdScope'
import { preferencesSlice } from '#src/store/settings/preferences'

// Answers each key itself.
const i18n = i18next.createInstance()
beforeAll(() => i18n.init({ lng: 'cimode' }))

const form = (fault: FormFault | null) => (
  <I18nextProvider i18n={i18n}>
    <AntdForm fault={fault}>
      <FormRow name="email" label="Email">
        <Input />
      </FormRow>
    </AntdForm>
  </I18nextProvider>
)

it.each([
  ['beside its field, which has the focus then', { code: 'badField', field: 'email' }, true],
  ['at the end of the form, where no row has that field', { code: 'badField', field: 'random' }, false],
  ['at the end of the form, where it concerns no field', { code: 'operationFailed' }, false],
] as const)('a refusal stands %s', (_where, fault, isBeside) => {
  const { rerender } = render(form(null))
  const field = screen.getByRole('textbox', { name: 'Email' })
  rerender(form(fault))
  const [alert, ...more] = screen.getAllByRole('alert')
  expect(alert).toHaveTextContent(fault.code)
  expect(more).toEqual([])
  expect([field.matches('[aria-invalid="true"]'), document.activeElement === field]).toEqual([isBeside, isBeside])
})

it('a button keeps its name while it works, and after', () => {
  const store = configureStore({ reducer: { preferences: preferencesSlice.reducer } })
  const saving = (isBusy: boolean) => (
    <Provider store={store}>
      <AntdScope>
        <Button loading={isBusy}>Save</Button>
      </AntdScope>
    </Provider>
  )
  const { rerender } = render(saving(false))
  for (const isBusy of [true, false]) {
    rerender(saving(isBusy))
    expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  }
})
