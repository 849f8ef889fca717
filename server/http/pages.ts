/** The built app: hashed files kept for good, its page asked for anew each time, every other address led to the page. */
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const year = 365 * 24 * 60 * 60

export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  // Else the folder itself would be asked for, which is no file.
  app.get('/', async (_request, reply) => sendPage(reply))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // The larger files lie compressed beside themselves since the build.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = path.includes(`${sep}assets${sep}`)
      response.setHeader('vary', 'Accept-Encoding')
      response.setHeader('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    const isCall = request.url.startsWith('/webmail/') || request.url.startsWith('/assets/')
    if (!wantsPage || isCall)
      return reply.code(404).header('cache-control', 'no-store').send({ code: 'notFound', msg: 'errors:notFound' })
    return sendPage(reply)
  })
}
