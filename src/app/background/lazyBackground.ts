/** What stands beside a page unseen: where its code does not arrive the page goes on without it. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { whenIdle } from '../../lib/clock/whenIdle'
import { withinTime } from '../../lib/clock/withinTime'

export function lazyBackground<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy<ComponentType<Props>>(async () => {
    // On a slow line it would stand before what the page itself asks for first.
    await whenIdle()
    return { default: await withinTime(load()).catch(() => Nothing) }
  })
}

function Nothing() {
  return null
}
