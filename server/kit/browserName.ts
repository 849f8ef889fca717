/** What a browser calls itself, in two words that a person knows; what is unknown stays the empty text. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['WeChat', /MicroMessenger\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['QQ Browser', /M?QQBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
]

const systems: readonly (readonly [string, RegExp])[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** Never anything of the header itself: it is whoever calls who wrote it. */
export function browserName(userAgent: string): { readonly browser: string; readonly system: string } {
  const known = (list: typeof browsers) => list.find(([, sign]) => sign.test(userAgent))?.[0] ?? ''
  return { browser: known(browsers), system: known(systems) }
}
