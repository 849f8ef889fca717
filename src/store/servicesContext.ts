/** The services for components that need one directly, such as a link to a download. */
import { createContext, useContext } from 'react'
import type { Services } from './services'

const ServicesContext = createContext<Services | null>(null)

export const ServicesProvider = ServicesContext.Provider

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('useServices is used outside ServicesProvider')
  return services
}
