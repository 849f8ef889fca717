/** The site's icon with a number on it, drawn as text in an address of its own: nothing is fetched, and the page's policy allows it. */

const most = 99

/** `count` is one at least. */
export function badgedIcon(count: number): string {
  const text = count > most ? `${most}+` : String(count)
  const size = [19, 16, 13][text.length - 1] ?? 13
  const drawing = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">',
    '<rect width="28" height="28" rx="8" fill="#2f5bea"/>',
    '<rect x="6.5" y="5" width="15" height="11" rx="3" fill="none" stroke="#fff" stroke-width="2"/>',
    '<rect x="4" y="8" width="24" height="20" rx="8" fill="#c62f35" stroke="#fff" stroke-width="2"/>',
    `<text x="16" y="24.5" font-family="sans-serif" font-size="${size}" font-weight="700" fill="#fff" text-anchor="middle">${text}</text>`,
    '</svg>',
  ].join('')
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
