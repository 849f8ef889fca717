/** Stands in for the process that decodes pictures; the picture's own bytes say what goes wrong. */
import type { PictureRequest } from '#server/kit/pictures/pictureDecoder'

const filled: Buffer[] = []
const say = (text: string) => process.send?.({ kind: 'done', picture: { type: 'image/png', bytes: Buffer.from(text) } })

process.on('disconnect', () => process.exit())
process.on('message', ({ bytes }: PictureRequest) => {
  const fault = Buffer.from(bytes).toString()
  if (fault === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (fault === 'killed') process.kill(process.pid, 'SIGKILL')
  if (fault === 'terminated') process.kill(process.pid, 'SIGTERM')
  if (fault === 'ends') process.exit(1)
  if (fault === 'fills') filled.push(Buffer.alloc(300 * 1024 * 1024, 1))
  if (fault === 'page') process.send?.({ kind: 'done', picture: { type: 'text/html', bytes } })
  if (fault === 'long') say('x'.repeat(8 * 1024 * 1024 + 1))
  if (fault === 'process') say(String(process.pid))
  if (fault === 'environment') say(Object.keys(process.env).join())
  // Anything else is never answered.
})
process.send?.('ready')
