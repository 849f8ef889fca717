/** A row of tools, one stop for Tab from the text; its last button opens what finds no place. */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Tool } from './Tool'

type Props = {
  label: string
  /** What the last button is called, and its sign. */
  more: string
  icon: ReactNode
  children: ReactNode
}

export function ToolBar({ label, more, icon, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isCut = useCut(row, isOpen)

  // Tab from the subject goes on to the text; Shift+Tab there leads to the tool used last.
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const update = () => {
      const { activeElement } = document
      const stops = stopsOf(bar.current)
      last.current =
        stops.find((stop) => stop === activeElement) ?? stops.find((stop) => stop === last.current) ?? stops[0] ?? null
      const isNear = [bar.current, bar.current?.nextElementSibling].some((it) => it?.contains(activeElement))
      for (const stop of stops) stop.tabIndex = isNear && stop === last.current ? 0 : -1
    }
    update()
    document.addEventListener('focusin', update)
    return () => document.removeEventListener('focusin', update)
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

  return (
    <div
      ref={bar}
      className={isOpen ? 'compose-toolbar compose-toolbar-open' : 'compose-toolbar'}
      role="toolbar"
      aria-label={label}
      onKeyDown={handleKey}
    >
      <div ref={row} className="compose-tools">
        {children}
      </div>
      {(isCut || isOpen) && (
        <Tool label={more} isPressed={isOpen} onPress={() => setOpen(!isOpen)}>
          {icon}
        </Tool>
      )}
    </div>
  )
}

/** Whether some found no place in the first row; those are out of reach until it is opened. */
function useCut(row: { readonly current: HTMLElement | null }, isOpen: boolean): boolean {
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return
    const measure = () => {
      const tools = [...element.querySelectorAll<HTMLElement>('.compose-tool, .compose-tool-select')]
      const top = tools[0]?.offsetTop ?? 0
      const isBeyond = (tool: HTMLElement) => tool.offsetTop > top + tool.offsetHeight / 2
      for (const tool of tools) tool.style.visibility = !isOpen && isBeyond(tool) ? 'hidden' : ''
      setCut(tools.some(isBeyond))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, isOpen])
  return isCut
}

function stopsOf(bar: HTMLElement | null): HTMLElement[] {
  const tools = bar?.querySelectorAll<HTMLElement>('.compose-tool, .compose-tool-select') ?? []
  return [...tools].filter(({ style }) => style.visibility !== 'hidden')
}
