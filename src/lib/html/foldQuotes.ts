/** Puts the quoted originals of an answer behind a button of the browser's own (`details`): it needs no script and hears the keyboard. */

/** What mail programs wrap around an original; a bare blockquote may be an author's own indentation. */
const originals = 'blockquote, .gmail_quote, .yahoo_quoted, #isReplyContent, #divRplyFwdMsg, #appendonsend'
/** These only begin an original: what follows beside them belongs to it. */
const beginnings = '#divRplyFwdMsg, #appendonsend'
const beginningLine = /^\s*-{2,20}\s*(?:original message|原始邮件|原始郵件|原邮件)\s*-{2,20}\s*$/i

/** The line of a mail program that says who wrote what follows. */
const attribution =
  /(?:wrote|写道|寫道|schrieb.{0,80}|a écrit|escribió|ha scritto|schreef.{0,80}|skrev.{0,80})\s*[:：]\s*$/iu
const longestAttribution = 300

/** A quote in between an answer's lines that is no longer than this stays open: it is what the line answers. */
const shortQuote = 400
const mostQuotes = 50

/** Changes `root` in place. A mail that says nothing outside its quotes is left open. */
export function foldQuotes(root: Element, label: string): void {
  const chosen = quotesOf(root).slice(0, mostQuotes)
  const quoted = new Set<Node>(chosen.flat())
  const last = lastWords(root, quoted)
  if (last === null) return
  for (const nodes of chosen) {
    const first = nodes[0]
    if (first === undefined) continue
    const isLast = (last.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const length = nodes.reduce((sum, node) => sum + (node.textContent ?? '').trim().length, 0)
    if (length === 0 || (!isLast && length <= shortQuote)) continue
    fold([...attributionBefore(first), ...nodes], label)
  }
}

/** The nodes of the line before an original that names its author, if there is one. */
function attributionBefore(original: ChildNode): readonly ChildNode[] {
  const line: ChildNode[] = []
  const words = () => line.map(({ textContent }) => textContent ?? '').join('')
  for (let at = original.previousSibling; at !== null; at = at.previousSibling) {
    const isBegun = words().trim() !== ''
    if (at instanceof Element && at.matches('br, div, p, blockquote, table, ul, ol')) {
      // A line ends where a block does; one in a block of its own is that block.
      if (isBegun) break
      line.unshift(at)
      if (!at.matches('br')) break
      continue
    }
    const start = at instanceof Text ? at.data.trimEnd().lastIndexOf('\n') + 1 : 0
    if (at instanceof Text && start > 0 && (isBegun || at.data.trim() !== '')) {
      if (!isAttribution(at.data.slice(start) + words())) return []
      return [at.splitText(start), ...line]
    }
    line.unshift(at)
    if (words().length > longestAttribution) return []
  }
  return isAttribution(words()) ? line : []
}

function isAttribution(line: string): boolean {
  return line.length <= longestAttribution && attribution.test(line)
}

/** The outermost originals, each as the nodes that it is made of. */
function quotesOf(root: Element): readonly (readonly ChildNode[])[] {
  const quotes: ChildNode[][] = []
  const taken = new Set<Node>()
  const isWithin = (node: Node): boolean => {
    for (let up: Node | null = node; up !== null && up !== root; up = up.parentNode) if (taken.has(up)) return true
    return false
  }
  const take = (nodes: ChildNode[]) => {
    for (const node of nodes) taken.add(node)
    quotes.push(nodes)
  }
  for (const line of beginningsOf(root)) if (!isWithin(line)) take(withFollowing(line))
  for (const element of root.querySelectorAll(originals)) {
    if (isWithin(element)) continue
    take(element.matches(beginnings) ? withFollowing(element) : [element])
  }
  return quotes
}

/** Lines such as “----- Original Message -----”. */
function beginningsOf(root: Element): ChildNode[] {
  const found: ChildNode[] = []
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  // More than are folded need not be found, and each costs a look at its whole block.
  while (found.length < mostQuotes && texts.nextNode() !== null) {
    const text = texts.currentNode
    if ((text.textContent ?? '').length > 200 || !beginningLine.test(text.textContent ?? '')) continue
    const block = text.parentElement?.closest('div, p, td') ?? null
    // A line among others of its block begins with itself, one in a block of its own with the block.
    if (text instanceof Text && (block === null || block === root || block.textContent !== text.textContent))
      found.push(text)
    else if (block !== null) found.push(block)
  }
  return found
}

function withFollowing(node: ChildNode): ChildNode[] {
  const nodes: ChildNode[] = []
  for (let at: ChildNode | null = node; at !== null; at = at.nextSibling) nodes.push(at)
  return nodes
}

/** The last text of the mail that stands in no quote; null where there is none. */
function lastWords(root: Element, quoted: ReadonlySet<Node>): Node | null {
  let last: Node | null = null
  const nodes = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    quoted.has(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  while (nodes.nextNode() !== null) {
    const node = nodes.currentNode
    if (node instanceof Text && (node.textContent ?? '').trim() !== '') last = node
  }
  return last
}

function fold(nodes: readonly ChildNode[], label: string): void {
  const [first] = nodes
  if (first === undefined) return
  const made = first.ownerDocument ?? document
  const details = made.createElement('details')
  details.className = 'ep-quote'
  const summary = made.createElement('summary')
  summary.textContent = label
  first.replaceWith(details)
  details.append(summary, ...nodes)
}
