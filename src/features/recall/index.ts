/** Recall of sent mail. */
export { RecallAction } from './components/RecallAction'
export { RecallBar } from './components/RecallBar'
export { RecallDialog } from './components/RecallDialog'
