/** A row of tools: one stop for Tab, arrows move within it. */
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

export function ToolBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  // Tools come and go with the text; one of them is always the stop.
  useEffect(() => {
    const stops = stopsOf(bar.current)
    if (stops.every((stop) => stop.tabIndex !== 0) || stops.filter((stop) => stop.tabIndex === 0).length > 1)
      setOnlyStop(stops, 0)
  })

  function handleKey(event: KeyboardEvent) {
    const stops = stopsOf(bar.current)
    const at = stops.findIndex((stop) => stop.matches(':focus'))
    // A dialog that a tool opened has keys of its own.
    if (at < 0) return
    const steps: Record<string, number> = {
      ArrowRight: (at + 1) % stops.length,
      ArrowLeft: (at - 1 + stops.length) % stops.length,
      Home: 0,
      End: stops.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    stops[next]?.focus()
  }

  function handleFocus(event: FocusEvent) {
    const stops = stopsOf(bar.current)
    setOnlyStop(
      stops,
      stops.findIndex((stop) => stop.contains(event.target)),
    )
  }

  return (
    <div
      ref={bar}
      className="compose-toolbar"
      role="toolbar"
      aria-label={label}
      onKeyDown={handleKey}
      onFocus={handleFocus}
    >
      {children}
    </div>
  )
}

function stopsOf(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>('.compose-tool, .compose-tool-select') ?? [])]
}

function setOnlyStop(stops: readonly HTMLElement[], index: number): void {
  if (index < 0) return
  stops.forEach((stop, at) => {
    stop.tabIndex = at === index ? 0 : -1
  })
}
