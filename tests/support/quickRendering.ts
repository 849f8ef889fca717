/** Turns off React's owner stacks: to record one costs three times as much as to create the element. */
import * as React from 'react'

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')

if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  // React records at most 10,000 of them a second: the count stands above that from the start.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  })
