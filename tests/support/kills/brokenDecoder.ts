/** Stands in for the process that decodes pictures; the picture's own bytes say what goes wrong. */
import type { PictureRequest } from '#server/kit/pictures/pictureDecoder'

process.on('disconnect', () => process.exit())
process.on('message', ({ bytes }: PictureRequest) => {
  const fault = Buffer.from(bytes).toString()
  if (fault === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (fault === 'killed') process.kill(process.pid, 'SIGKILL')
  if (fault === 'ends') process.exit(1)
  if (fault === 'page') process.send?.({ kind: 'done', picture: { type: 'text/html', bytes } })
  if (fault === 'environment')
    process.send?.({
      kind: 'done',
      picture: { type: 'image/png', bytes: Buffer.from(Object.keys(process.env).join()) },
    })
  // Anything else is never answered.
})
process.send?.('ready')
