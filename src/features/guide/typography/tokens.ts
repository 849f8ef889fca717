/** The design tokens as this page has them: their names from the style sheets, their values from what the browser made of them. */

const prefix = '--ep-'

export type Token = { readonly name: string; readonly value: string }
export type Tokens = {
  readonly colours: readonly Token[]
  readonly lengths: readonly Token[]
  readonly others: readonly Token[]
}

/** Names of all that some rule says of the root, without their prefix. */
function tokenNames(sheets: Iterable<CSSStyleSheet>): readonly string[] {
  const names = new Set<string>()
  function walk(rules: CSSRuleList) {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.startsWith(':root')) {
        for (const name of rule.style) if (name.startsWith(prefix)) names.add(name.slice(prefix.length))
      } else if (rule instanceof CSSMediaRule) walk(rule.cssRules)
    }
  }
  for (const sheet of sheets) walk(sheet.cssRules)
  return [...names]
}

/** `#fff`, as a build writes it, is `#ffffff`. */
const longColour = (value: string) => value.replace(/^#([\da-f])([\da-f])([\da-f])$/i, '#$1$1$2$2$3$3')

/** Only of style sheets of this site, which alone let themselves be read. */
export function readTokens(): Tokens {
  const own = [...document.styleSheets].filter(({ href }) => href === null || new URL(href).origin === location.origin)
  const settled = getComputedStyle(document.documentElement)
  const tokens = tokenNames(own)
    .map((name) => ({ name, value: longColour(settled.getPropertyValue(prefix + name).trim()) }))
    .filter(({ value }) => value !== '')
  const isColour = ({ value }: Token) => /^#[\da-f]{6}$/i.test(value)
  const isLength = ({ value }: Token) => /^[\d.]+px$/.test(value)
  return {
    colours: tokens.filter(isColour),
    lengths: tokens.filter(isLength),
    others: tokens.filter((token) => !isColour(token) && !isLength(token)),
  }
}

/** Tells of every other skin, and of light and dark. */
export function watchSkin(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-skin', 'data-dark'] })
  return () => observer.disconnect()
}

/** Names the skin that is shown, for whoever reads the tokens anew with it. */
export function shownSkin(): { readonly skin: string; readonly isDark: boolean } {
  const { dataset } = document.documentElement
  return { skin: dataset.skin ?? 'default', isDark: dataset.dark !== undefined }
}
