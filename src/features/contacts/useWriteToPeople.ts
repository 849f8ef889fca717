/** Opens the composer with recipients; many of them, or separate ones, stand in a draft. */
import { pathTo } from '#src/store/routes/pathTo'
import { useWrite } from '#src/store/shell/useWrite'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import { draftToGroup, draftToPeople, personText } from './contactChanges'

type People = Parameters<typeof draftToPeople>[0]

export function useWriteToPeople() {
  const dispatch = useAppDispatch()
  const { write } = useWrite()

  async function openDraft(making: AppThunk<Promise<string | null>>): Promise<void> {
    const id = await dispatch(making)
    if (id !== null) write(pathTo('writeMail', {}, { mode: 'draft', id }))
  }

  return {
    writeTo: async (people: People) => {
      const [first] = people
      if (people.length > 1) return openDraft(draftToPeople(people, false))
      if (first !== undefined)
        write(pathTo('writeMail', {}, { mailto: `mailto:${encodeURIComponent(personText(first))}` }))
    },
    writeToGroup: (id: string, separate = false) => openDraft(draftToGroup(id, separate)),
  }
}
