import { readFileSync } from 'node:fs'
import { configureStore } from '@reduxjs/toolkit'
import { render } from '@testing-library/react'
import theme from 'antd/es/theme'
import { Provider } from 'react-redux'
import { describe, expect, it } from 'vitest'
import { settings } from '#contract/settings'
import { AntdScope } from '#src/components/antd/AntdScope'
import { contrast, pairs } from '#src/features/guide/typography/contrast'
import { preferencesSlice } from '#src/store/settings/preferences'

type Tokens = ReadonlyMap<string, string>

/** Each rule's colours by its selector, in the order of the files. */
const rules = ['tokens', 'skins']
  .map((name) => readFileSync(`src/app/theme/${name}.css`, 'utf8'))
  .flatMap((css) => [...css.matchAll(/(:root[^\s{]*) \{([^}]*)\}/g)])
  .map(([, selector = '', body = '']) => {
    const colours = [...body.matchAll(/--ep-([\w-]+):\s*(#[0-9a-f]{6});/g)]
    return { selector, colours: colours.map(([, name = '', value = '']) => [name, value] as const) }
  })

/** As the browser would settle it: of two rules that name the same, the one with more attributes wins, else the later. */
function shown(skin: string, isDark: boolean): Tokens {
  const holding = [':root', isDark ? ':root[data-dark]' : '', `:root[data-skin="${skin}"]`]
  if (isDark) holding.push(`:root[data-skin="${skin}"][data-dark]`)
  return new Map(
    holding.flatMap((selector) => rules.filter((rule) => rule.selector === selector).flatMap(({ colours }) => colours)),
  )
}

function tooFaint(tokens: Tokens, pairs: Readonly<Record<string, readonly string[]>>, least: number): string[] {
  return Object.entries(pairs).flatMap(([front, grounds]) =>
    grounds.flatMap((ground) => {
      const [one, other] = [tokens.get(front), tokens.get(ground)]
      if (one === undefined || other === undefined) return [`${front} on ${ground}: no such token`]
      const found = contrast(one, other)
      return found < least ? [`${front} on ${ground}: ${found.toFixed(2)}`] : []
    }),
  )
}

const looks = settings.skin.values.flatMap((skin) => [
  { skin, mode: 'light' },
  { skin, mode: 'dark' },
])

describe.each(looks)('$skin in the $mode', ({ skin, mode }) => {
  const tokens = shown(skin, mode === 'dark')

  it('every text reaches 4.5 : 1 on every ground it stands on', () => {
    expect(tooFaint(tokens, pairs.texts.on, 4.5)).toEqual([])
  })

  it('every mark reaches 3 : 1', () => {
    expect(tooFaint(tokens, pairs.marks.on, 3)).toEqual([])
  })

  function antdTokens() {
    const root = document.documentElement
    for (const [name, value] of tokens) root.style.setProperty(`--ep-${name}`, value)
    root.toggleAttribute('data-dark', mode === 'dark')
    const found: ReturnType<typeof theme.useToken>['token'][] = []
    function Probe() {
      found.push(theme.useToken().token)
      return null
    }
    const store = configureStore({ reducer: { preferences: preferencesSlice.reducer } })
    render(
      <Provider store={store}>
        <AntdScope>
          <Probe />
        </AntdScope>
      </Provider>,
    )
    const [token] = found
    if (token === undefined) throw new Error('nothing was drawn')
    return token
  }

  it('a button of antd, also under the pointer or pressed, has the ground that its words are checked on', () => {
    const { colorPrimary, colorPrimaryHover, colorPrimaryActive, colorTextLightSolid } = antdTokens()
    const found = [colorPrimary, colorPrimaryHover, colorPrimaryActive, colorTextLightSolid]
    const expected = ['accent', 'accent-strong', 'accent-strong', 'on-accent'].map((name) => tokens.get(name))
    expect(found.map((it) => it.toLowerCase())).toEqual(expected)
  })

  it('the words of a dangerous button of antd reach 4.5 : 1, outlined and solid, at rest, pointed at and pressed', () => {
    const { colorBgContainer, colorTextLightSolid, ...token } = antdTokens()
    for (const danger of [token.colorError, token.colorErrorHover, token.colorErrorActive, token.colorErrorText])
      for (const other of [colorBgContainer, colorTextLightSolid])
        expect(contrast(danger, other)).toBeGreaterThanOrEqual(4.5)
  })

  it('is what it says', () => {
    const isDark = contrast(tokens.get('bg') ?? '', '#ffffff') > contrast(tokens.get('bg') ?? '', '#000000')
    expect(isDark).toBe(mode === 'dark')
  })
})

it('no two of them are the same', () => {
  const drawn = looks.map(({ skin, mode }) => [...shown(skin, mode === 'dark')].join())
  expect(new Set(drawn).size).toBe(8)
})

it('knows the extremes, and what is too faint', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
  expect(
    tooFaint(
      new Map([
        ['text', '#777777'],
        ['bg', '#ffffff'],
      ]),
      { text: ['bg'] },
      4.5,
    ),
  ).toHaveLength(1)
})
