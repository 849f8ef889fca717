/** Whole seconds left until an instant of this browser's clock, counted down; 0 once it is over. */
import { useEffect, useState } from 'react'
import { useServices } from '../servicesContext'

const second = 1_000

export function useCountdown(until: number): number {
  const { now } = useServices()
  const left = () => Math.max(0, Math.ceil((until - now()) / second))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const read = () => Math.max(0, Math.ceil((until - now()) / second))
    setSeconds(read())
    if (read() === 0) return
    const timer = setInterval(() => {
      setSeconds(read())
      if (read() === 0) clearInterval(timer)
    }, second / 4)
    return () => clearInterval(timer)
  }, [until, now])
  return seconds
}
