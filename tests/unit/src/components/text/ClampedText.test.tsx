import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ClampedText } from '#src/components/text/ClampedText'

const say = ({ subject = '' }: Readonly<Record<string, string | number>>) => `Sending “${subject}”. It goes on`

it('shows what is short as it is, once', () => {
  render(<ClampedText say={say} params={{ subject: '合同' }} />)
  expect(screen.getByText('Sending “合同”. It goes on')).not.toHaveAttribute('aria-hidden')
})

it.each([
  ['The revised contract for the third quarter and more', 'The revised contract for the third quarter a…'],
  ['关于第三季度框架合同的修订稿与付款节点以及后续安排', '关于第三季度框架合同的修订稿与付款节点以及后…'],
  ['😀'.repeat(30), `${'😀'.repeat(22)}…`],
])('cuts %s for the eye alone', (subject, seen) => {
  render(<ClampedText say={say} params={{ subject }} />)
  expect(screen.getByText(`Sending “${seen}”. It goes on`)).toHaveAttribute('aria-hidden', 'true')
  expect(screen.getByText(`Sending “${subject}”. It goes on`, { ignore: '[aria-hidden]' })).toBeInTheDocument()
})
