/** What is seldom done with the open mail: the same list as in its row's menu. */
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Mail } from '#contract/shapes'
import type { MenuItem } from '#src/components/menu/MenuList'
import { loadChunk } from '#src/store/loadChunk'
import { pathTo, pathToWrite } from '#src/store/routes/pathTo'
import { useRouteSpec } from '#src/store/routes/useRouteSpec'
import { useWrite } from '#src/store/shell/useWrite'
import { useAppDispatch } from '#src/store/typed'
import { useMoreItems } from '../../mailbox'
import { useMailActions } from '../useMailActions'

export function printMail(id: string, areImagesShown: boolean): void {
  const images = areImagesShown ? '1' : undefined
  window.open(pathTo('printMail', {}, { id, images }), '_blank', 'noopener')
}

export function useReaderItems(mail: Mail | undefined, areImagesShown: boolean): readonly MenuItem[] {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { write } = useWrite()
  const [query] = useSearchParams()
  const { folder } = useRouteSpec()
  const { viewName } = useParams()
  const list = folder ?? viewName ?? 'inbox'
  const { move } = useMailActions(list, mail)
  // Before it is here its menu cannot be opened.
  const id = mail?.id ?? ''
  const items = useMoreItems(mail?.folder ?? list, mail === undefined ? 0 : 1, {
    isWhole: () => false,
    report: () => move('junk', 'reportAndBlock'),
    exportAs: async () => {
      const part = await dispatch(loadChunk(() => import('../../transfer')))
      if (part !== null) await dispatch(part.saveMail(id))
    },
    forwardAsFiles: () => {
      const asked = new URLSearchParams(query)
      asked.set('mode', 'attach')
      asked.set('id', id)
      write(pathToWrite(list, asked))
    },
    print: () => printMail(id, areImagesShown),
    makeRule: () => navigate(pathTo('settingPc', {}, { section: 'rules', mail: id })),
    decide: async (decision) => {
      const part = await dispatch(loadChunk(() => import('#src/store/mail/senderDecisions')))
      if (part !== null && mail !== undefined) await dispatch(part.askOrDecide([mail], decision))
    },
  })
  // It has a button of its own.
  return items.filter(({ key }) => key !== 'print')
}
