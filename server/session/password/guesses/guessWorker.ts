/** The thread that estimates guesses, with the common passwords of zxcvbn. */
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { GuessAnswer, GuessQuestion } from './passwordGuesses.port'

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

parentPort?.on('message', ({ id, password, own }: GuessQuestion) => {
  const answer: GuessAnswer = { id, power: zxcvbn.check(password, [...own]).guessesLog10 }
  parentPort?.postMessage(answer)
})
