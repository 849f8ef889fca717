/** Page views: which pages were looked at, and never by whom or at what (SPEC §1; TRUST S35). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { json } from '../../field'
import { limits } from '../../limits'
import { viewsPath } from '../../pageViews/viewsPath'
import { routeIds, routeTable } from '../../routes'

const view = /* @__PURE__ */ v.pipe(
  // What a report holds beyond these two is refused, and not merely left out.
  v.strictObject({ route: v.picklist(routeIds.filter((id) => routeTable[id].viewsOff !== true)), title: v.string() }),
  v.check(({ route, title }) => routeTable[route].title === title),
)

/**
 * Pages in the order in which they were looked at. A browser sends it as it leaves, when it can set no header: so it needs no session, and
 * is taken from our own pages alone (TRUST S15).
 */
export const reportViews = endpoint({
  method: 'POST',
  path: viewsPath,
  fields: { views: json(v.pipe(v.array(view), v.minLength(1), v.maxLength(limits.viewsPerReport)), 4_000) },
  codes: ['notAllowed', 'tooManyTries'],
  anonymous: true,
})
