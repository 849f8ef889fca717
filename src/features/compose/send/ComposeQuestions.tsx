/** What is asked about a mail being written before anything else goes on: whether it is meant to go so, and which text is the right one. */
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { useAppDispatch } from '#src/store/typed'
import type { Composer } from '../composer'
import { questionRaised } from '../composeSlice'
import { textOfCompose } from '../content'
import { answerRestore, type RestoreChoice } from '../draft/saveComposer'
import type { SendQuestion } from './sendQuestions'

const SendQuestionDialog = lazyDialog(async () => (await import('./SendQuestionDialog')).SendQuestionDialog)
const RestoreDialog = lazyDialog(async () => (await import('../draft/RestoreDialog')).RestoreDialog)
const shownCharacters = 300

type Props = {
  composer: Composer
  /** Sends it, these questions answered. */
  onSend: (answered: readonly SendQuestion['kind'][]) => void
}

export function ComposeQuestions({ composer: { key, question, restorable }, onSend }: Props) {
  const dispatch = useAppDispatch()
  const answer = (choice: RestoreChoice) => void dispatch(answerRestore(key, choice))
  return (
    <>
      {question !== null && (
        <SendQuestionDialog
          question={question}
          onClose={() => dispatch(questionRaised({ key, question: null }))}
          // Questions come in one order, so whoever answers the second has answered the first.
          onSend={() => onSend(question.kind === 'attachment' ? ['attachment'] : ['attachment', 'outside'])}
        />
      )}
      {restorable !== null && (
        <RestoreDialog
          restorable={restorable}
          words={textOfCompose(restorable.kept.content).slice(0, shownCharacters)}
          onAnswer={answer}
          onClose={() => answer('later')}
        />
      )}
    </>
  )
}
