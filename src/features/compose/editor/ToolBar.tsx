/** A row of tools, one stop for Tab; what finds no place in it stands behind its last button. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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

  // Tools come and go with the text; one of them is always the stop.
  useEffect(() => {
    const stops = stopsOf(bar.current)
    if (stops.filter((stop) => stop.tabIndex === 0).length !== 1) setOnlyStop(stops, 0)
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
      className={isOpen ? 'compose-toolbar compose-toolbar-open' : 'compose-toolbar'}
      role="toolbar"
      aria-label={label}
      onKeyDown={handleKey}
      onFocus={handleFocus}
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

function setOnlyStop(stops: readonly HTMLElement[], index: number): void {
  if (index < 0) return
  stops.forEach((stop, at) => {
    stop.tabIndex = at === index ? 0 : -1
  })
}
