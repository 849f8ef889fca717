/** What a browser hands along with a drag. */
export function carried() {
  const data = new Map<string, string>()
  return {
    effectAllowed: 'all',
    get types() {
      return [...data.keys()]
    },
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  }
}
