/** Whatever is as high as the window leaves the strips above the page their room, or the page is higher than the window while there is no line. */
import { describe, expect, it } from 'vitest'
import { listFiles, read } from './sources'

/** It lies over the page, the strips included. */
const over = ['src/app/layout/RootLayout.css .layout-drawer']

function faultsOf(path: string, text: string): string[] {
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', rules = '']) => {
    const high = /(?:^|[;{\s])block-size:[^;]*100dv[hb][^;]*/.exec(rules)?.[0]
    const name = selector.replace(/\/\*.*?\*\//gs, '').trim()
    return high === undefined || high.includes('--ep-away') ? [] : [`${path} ${name}`]
  })
}

describe('as high as the window', () => {
  it('is the window without the strips above the page', () => {
    const sheets = listFiles('src/**/*.css')
    expect(sheets.length).toBeGreaterThan(10)
    expect(sheets.flatMap((path) => faultsOf(path, read(path)))).toEqual(over)
  })

  it('is told of where it is not', () => {
    expect(faultsOf('a.css', '.page { block-size: 100dvb; }')).toEqual(['a.css .page'])
    expect(faultsOf('a.css', '.page { block-size: calc(100dvb - var(--ep-away, 0px)); }')).toEqual([])
    expect(faultsOf('a.css', '.page { max-block-size: 100dvh; }')).toEqual([])
  })
})
