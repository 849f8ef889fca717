/** The charset that HTML or XML says of itself (HTML Living Standard section 13.2.3.2, "prescan"). */

/** Bytes that are looked through: mails have styles before the label more often than pages do. */
const prescanBytes = 16_384

type Attributes = ReadonlyMap<string, string>

/** Null where it says none. */
export function charsetOfMarkup(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, prescanBytes)).toString('latin1')
  for (let at = start.indexOf('<'); at !== -1; at = start.indexOf('<', at)) {
    if (start.startsWith('<!--', at)) {
      // `<!-->` is a whole comment.
      const end = start.indexOf('-->', at + 2)
      if (end === -1) break
      at = end + 3
      continue
    }
    tagStart.lastIndex = at
    const name = tagStart.exec(start)?.[1]?.toLowerCase()
    if (name === undefined) {
      at += 1
      continue
    }
    const { attributes, end } = readAttributes(start, tagStart.lastIndex)
    const charset = name === 'meta' ? charsetOfMeta(attributes) : null
    if (charset !== null) return charset
    at = end
  }
  return /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([^"'>\s]{1,40})["']/.exec(start)?.[1] ?? null
}

const tagStart = /<\/?([a-z][^\s/>]*)/iy
const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>]*)))?/y

/** The first of each name counts. */
function readAttributes(text: string, from: number): { readonly attributes: Attributes; readonly end: number } {
  const attributes = new Map<string, string>()
  let end = from
  attribute.lastIndex = from
  for (let found = attribute.exec(text); found !== null; found = attribute.exec(text)) {
    const [, name = '', double, single, bare = ''] = found
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), double ?? single ?? bare)
    end = attribute.lastIndex
  }
  return { attributes, end }
}

function charsetOfMeta(attributes: Attributes): string | null {
  const charset = attributes.get('charset')?.trim()
  if (charset !== undefined && charset !== '') return charset
  if (attributes.get('http-equiv')?.trim().toLowerCase() !== 'content-type') return null
  const found = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(attributes.get('content') ?? '')
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null
}
