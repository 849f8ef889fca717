import type { Reply } from '../../contract/endpoint'
import type { listSignIns } from '../../contract/endpoints/session/signIns'
import { graticulePath, landPath, mapSize, onMap, seaPath } from './land'

type Props = {
  /** What the map shows, for whoever does not see it: the same as the list beside it. */
  label: string
  places: Reply<typeof listSignIns>['places']
}

/** Radius in degrees, by how many: ten times as many are twice as wide. */
const radiusOf = (count: number) => Math.min(8, 3 * 2 ** Math.log10(count))

/** Drawn here, from shapes of our own: nobody outside is asked for a map. */
export function WorldMap({ label, places }: Props) {
  return (
    <svg className="sign-ins-map" role="img" aria-label={label} viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}>
      <path className="sign-ins-grid" d={graticulePath} />
      <path className="sign-ins-land" d={landPath} />
      <path className="sign-ins-sea" d={seaPath} />
      {/* The small ones stand on the large ones. */}
      {places
        .toSorted((one, other) => other.count - one.count)
        .map(({ place, count }) => {
          const { x, y } = onMap(place)
          const key = `${place.en} ${place.latitude} ${place.longitude}`
          return <circle key={key} className="sign-ins-dot" cx={x} cy={y} r={radiusOf(count)} />
        })}
    </svg>
  )
}
