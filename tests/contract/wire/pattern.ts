/** Compares an answer with a pattern of an exchange, remembering the values that it names. */

/** Null when it fits; otherwise where it does not. */
export function misfit(pattern: unknown, actual: unknown, memory: Map<string, string>, at = '$'): string | null {
  if (pattern === '{anything}') return null
  if (pattern === '{text}') return typeof actual === 'string' ? null : `${at}: no text`
  if (pattern === '{number}') return typeof actual === 'number' && Number.isFinite(actual) ? null : `${at}: no number`
  const named = typeof pattern === 'string' ? /^\{id:(\w+)\}$/.exec(pattern)?.[1] : undefined
  if (named !== undefined) {
    if (typeof actual !== 'string' || actual === '') return `${at}: no id`
    memory.set(named, actual)
    return null
  }
  if (typeof pattern !== 'object' || pattern === null)
    return Object.is(pattern, actual) ? null : `${at}: ${JSON.stringify(actual)} instead of ${JSON.stringify(pattern)}`
  if (typeof actual !== 'object' || actual === null) return `${at}: ${JSON.stringify(actual)} instead of an object`
  const expected = new Map(Object.entries(pattern))
  const got = new Map(Object.entries(actual))
  const keys = (map: Map<string, unknown>) => [...map.keys()].sort().join()
  if (Array.isArray(pattern) !== Array.isArray(actual) || keys(expected) !== keys(got))
    return `${at}: keys ${keys(got)} instead of ${keys(expected)}`
  for (const [key, inner] of expected) {
    const fault = misfit(inner, got.get(key), memory, `${at}.${key}`)
    if (fault !== null) return fault
  }
  return null
}

/** Puts remembered values in place of their names. */
export function filled(text: string, memory: ReadonlyMap<string, string>): string {
  return text.replaceAll(/«(\w+)»/g, (_, name: string) => memory.get(name) ?? '')
}
