import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../store/servicesContext'
import { type CheckId, type Finding, runChecks } from './checks'

export type Findings = Readonly<Partial<Record<CheckId, Finding>>>

/** Runs the checks once the page is there, and again when asked. */
export function useSelfTest() {
  const services = useServices()
  const [findings, setFindings] = useState<Findings>({})
  const [isRunning, setRunning] = useState(true)
  /** Another one for every run: what an older one finds is of no interest any more. */
  const latest = useRef(0)

  const run = useCallback(() => {
    latest.current += 1
    const own = latest.current
    setFindings({})
    setRunning(true)
    const all = runChecks(services, (id, finding) => {
      if (own === latest.current) setFindings((before) => ({ ...before, [id]: finding }))
    })
    void all.then(() => own === latest.current && setRunning(false))
  }, [services])

  useEffect(() => {
    run()
    return () => {
      latest.current += 1
    }
  }, [run])
  return { findings, isRunning, run }
}
