import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MailFrame } from '#src/lib/html/frame/MailFrame'

describe('MailFrame', () => {
  it('waits for the mail while the frame holds no element yet', () => {
    render(<MailFrame html="<p>text</p>" title="mail" />)
    const frame = screen.getByTitle('mail')
    const between = document.implementation.createDocument(null, null)
    Object.defineProperty(frame, 'contentDocument', { configurable: true, value: between })
    fireEvent.load(frame)
    expect(screen.getByTitle('mail')).toBeInTheDocument()
    const loaded = document.implementation.createHTMLDocument()
    loaded.body.innerHTML = '<div>text</div>'
    Object.defineProperty(frame, 'contentDocument', { configurable: true, value: loaded })
    fireEvent.load(frame)
    expect(screen.getByTitle('mail')).toHaveStyle({ height: '60px' })
  })
})
