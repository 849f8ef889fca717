import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AddressText } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { fullDate, listDate } from '#src/components/text/mailDate'

it('shows characters 5 to 15 of the date in a list', () => {
  expect(listDate('2026-11-21 09:42:31')).toBe('11-21 09:42')
})

it('R17: says nothing of a date that is none', () => {
  expect(fullDate(null, 'en-US')).toBe('')
  expect(fullDate(Number.NaN, 'en-US')).toBe('')
  expect(fullDate(9e15, 'en-US')).toBe('')
})

it('writes sizes as people read them', () => {
  expect(['0', 900, 86 * 1024, 1.8 * 1024 * 1024, 52_428_800].map((size) => fileSize(Number(size), 'en-US'))).toEqual([
    '0 B',
    '900 B',
    '86 KB',
    '1.8 MB',
    '50 MB',
  ])
})

it('S31: shows the real address where the name looks like another, without misleading controls', () => {
  render(<AddressText address={{ name: 'boss@ep.test\u202e', address: 'x@evil.test' }} />)
  expect(screen.getByText('boss@ep.test <x@evil.test>')).toBeInTheDocument()
  render(<AddressText address={{ name: 'boss＠ep.test', address: 'x@evil.test' }} />)
  expect(screen.getByText('boss＠ep.test <x@evil.test>')).toBeInTheDocument()
})

it('S31: shows a domain in letters, and in A-labels where those mix scripts', () => {
  render(<AddressText address={{ name: '', address: 'x@xn--bcher-kva.example' }} />)
  expect(screen.getByText('x@bücher.example')).toBeInTheDocument()
  render(<AddressText address={{ name: '', address: 'x@xn--pypal-4ve.example' }} />)
  expect(screen.getByText('x@xn--pypal-4ve.example')).toBeInTheDocument()
})
