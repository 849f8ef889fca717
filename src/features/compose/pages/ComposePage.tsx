/** The composer within a folder's desk: leaving it leads back to the list. */
import { useNavigate } from 'react-router-dom'
import { pathTo, pathToFolder } from '../../../store/pathTo'
import { Composer } from '../components/Composer'
import { useOrigin } from '../hooks/useOrigin'

export function ComposePage() {
  const navigate = useNavigate()
  const { origin, draftId, folder, key } = useOrigin()
  return (
    <section className="compose-page ep-card">
      <Composer
        key={key}
        origin={origin}
        draftId={draftId}
        onSent={(id) => navigate(pathTo('success', {}, { id }))}
        onCancel={() => navigate(pathToFolder(folder))}
      />
    </section>
  )
}
