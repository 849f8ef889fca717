/** How the document is loaded anew; a test hands in its own. */
import { createContext, useContext } from 'react'

const ReloadContext = createContext<() => void>(() => undefined)
export const ReloadProvider = ReloadContext.Provider
export const useReload = () => useContext(ReloadContext)
