/**
 * The built app: hashed files kept for good, its page asked for anew each time, every other
 * address led to the page. Search engines may list the public pages alone.
 */
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makePublicPage, type PageSite, readPublicPages } from './publicPages'

const year = 365 * 24 * 60 * 60

const unlisted = { 'x-robots-tag': 'noindex' } as const

export async function servePages(app: FastifyInstance, folder: string, site: PageSite): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const publicPage = makePublicPage(page, await readPublicPages(folder), site)
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const found = publicPage(request.url)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return found === null ? reply.headers(unlisted).send(page) : reply.send(found)
  }
  // Else the folder itself would be asked for, which is no file.
  app.get('/', async (request, reply) => sendPage(request, reply))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // The larger files lie compressed beside themselves since the build.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      // Those of `pdfjs-<version>` have it in their address.
      const isHashed = path.includes(`${sep}assets${sep}`) || path.includes(`${sep}pdfjs-`)
      response.setHeader('vary', 'Accept-Encoding')
      if (path.endsWith('.html')) response.setHeader('x-robots-tag', unlisted['x-robots-tag'])
      response.setHeader('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // Crawlers and link previews name no kind of text.
    const isPage = (request.headers.accept ?? '').includes('text/html') || publicPage(request.url) !== null
    const isCall = /^\/(?:webmail\/|assets\/|pdfjs-)/.test(request.url)
    if (!isRead || !isPage || isCall)
      return reply.code(404).header('cache-control', 'no-store').send({ code: 'notFound', msg: 'errors:notFound' })
    return sendPage(request, reply)
  })
}
