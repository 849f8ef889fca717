import { useState } from 'react'

/** Keys of rows without names, which keep what is typed in them when one before goes. */
export function useRowKeys(count: number) {
  const [made, setMade] = useState(count)
  const [keys, setKeys] = useState<readonly number[]>(() => Array.from({ length: count }, (_, at) => at))
  return {
    keys,
    added: () => {
      setKeys([...keys, made])
      setMade(made + 1)
    },
    removed: (at: number) => setKeys(keys.toSpliced(at, 1)),
  }
}
