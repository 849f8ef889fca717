/** What stands beside a page unseen: where its code does not arrive the page goes on without it. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export function inBackground<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }))
}

function Nothing() {
  return null
}
