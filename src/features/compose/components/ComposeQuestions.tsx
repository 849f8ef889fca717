/** What is asked about a mail being written before anything else goes on: whether it is meant to go so, and which text is the right one. */
import { useAppDispatch } from '../../../store/typed'
import type { Composer } from '../composer'
import { questionAsked } from '../composeSlice'
import type { SendQuestion } from '../questions'
import { answerRestore } from '../saveComposer'
import { RestoreDialog } from './RestoreDialog'
import { SendQuestionDialog } from './SendQuestionDialog'

type Props = {
  composer: Composer
  /** Sends it, these questions answered. */
  onSend: (answered: readonly SendQuestion['kind'][]) => void
}

export function ComposeQuestions({ composer: { key, question, restorable }, onSend }: Props) {
  const dispatch = useAppDispatch()
  return (
    <>
      {question !== null && (
        <SendQuestionDialog
          question={question}
          onBack={() => dispatch(questionAsked({ key, question: null }))}
          // Questions come in one order, so whoever answers the second has answered the first.
          onSend={() => onSend(question.kind === 'attachment' ? ['attachment'] : ['attachment', 'outside'])}
        />
      )}
      {restorable !== null && (
        <RestoreDialog restorable={restorable} onAnswer={(choice) => void dispatch(answerRestore(key, choice))} />
      )}
    </>
  )
}
