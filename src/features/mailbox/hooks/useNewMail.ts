/** Looks for new mail every fifth minute while the page is seen; after a look that failed no more (SPEC §4). */
import { useEffect } from 'react'
import { limits } from '../../../contract/limits'
import { everyWhileVisible } from '../../../lib/clock/everyWhileVisible'
import { useAppDispatch } from '../../../store/typed'
import { lookForNewMail } from '../listThunks'

export function useNewMail(): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    const stop = everyWhileVisible(limits.newMailPollMs, look)
    async function look() {
      if (!(await dispatch(lookForNewMail()))) stop()
    }
    return stop
  }, [dispatch])
}
