import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createServer, type InlineConfig } from 'vite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { environmentsBuild, readEnvironments } from '../../../build/environments'
import { chooseBaseUrl, environments } from '../../../src/lib/http/baseUrl'
import { removeFolder } from '../../support/removeFolder'

const root = fileURLToPath(new URL('../../../', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-environments-'))
})
afterEach(() => removeFolder(folder))

type Files = Readonly<Record<'local' | 'beta' | 'production', string>>

/** Each name with its variables; one that is left out has both empty. */
async function writeFiles(files: Partial<Files>): Promise<void> {
  const all: Files = { local: '', beta: '', production: '', ...files }
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, `.env.${name}`), text)
}

const three: Files = {
  local: '# Own origin\nPAGE_HOSTNAMES=127.0.0.1,localhost\nGATEWAY_URL=\n',
  beta: 'PAGE_HOSTNAMES=beta.example.com\nGATEWAY_URL=https://gateway.example.com/beta\n',
  production: 'PAGE_HOSTNAMES=mail.example.com\nGATEWAY_URL=https://gateway.example.com/\n',
}

describe('the table of environments', () => {
  it('has from each file its own environment', async () => {
    await writeFiles(three)
    expect(readEnvironments(folder, {})).toEqual([
      { hostnames: ['127.0.0.1', 'localhost'], gatewayUrl: '' },
      { hostnames: ['beta.example.com'], gatewayUrl: 'https://gateway.example.com/beta' },
      { hostnames: ['mail.example.com'], gatewayUrl: 'https://gateway.example.com/' },
    ])
  })

  it('spells hostnames and addresses as a browser does, and leaves blanks out', async () => {
    await writeFiles({
      beta: 'PAGE_HOSTNAMES= Beta.Example , Bücher.example, [::1],, my_host.\nGATEWAY_URL= HTTPS://Gateway.Example:443/a ',
    })
    expect(readEnvironments(folder, {})[1]).toEqual({
      hostnames: ['beta.example', 'xn--bcher-kva.example', '[::1]', 'my_host.'],
      gatewayUrl: 'https://gateway.example/a',
    })
  })

  it('takes a variable of the process, even an empty one, in place of the file’s of that environment alone', async () => {
    await writeFiles(three)
    const env = {
      GATEWAY_URL_LOCAL: 'http://127.0.0.1:4000',
      PAGE_HOSTNAMES_BETA: 'next.example.com',
      GATEWAY_URL_PRODUCTION: '',
      PAGE_HOSTNAMES: 'nobody.example.com',
      GATEWAY_URL: 'https://nobody.example.com',
    }
    expect(readEnvironments(folder, env)).toEqual([
      { hostnames: ['127.0.0.1', 'localhost'], gatewayUrl: 'http://127.0.0.1:4000/' },
      { hostnames: ['next.example.com'], gatewayUrl: 'https://gateway.example.com/beta' },
      { hostnames: ['mail.example.com'], gatewayUrl: '' },
    ])
  })

  it('of the project itself states three, lets any other page call its own origin, and the tests see it', () => {
    const own = readEnvironments(root, {})
    expect(own).toEqual([
      { hostnames: ['127.0.0.1', 'localhost'], gatewayUrl: '' },
      { hostnames: ['beta.ep.example'], gatewayUrl: 'https://gateway.beta.ep.example/' },
      { hostnames: ['mail.ep.example'], gatewayUrl: 'https://gateway.ep.example/' },
    ])
    for (const hostname of ['mail.example.com', 'ep.example', '192.0.2.1'])
      expect(chooseBaseUrl(hostname, own)).toBe('')
    expect(environments).toEqual(readEnvironments(root, process.env))
  })

  it('says in words that the page’s own origin is meant', async () => {
    await writeFiles({ ...three, beta: 'PAGE_HOSTNAMES=beta.example.com\nGATEWAY_URL=/' })
    expect(readEnvironments(folder, {})[1]).toEqual({ hostnames: ['beta.example.com'], gatewayUrl: '' })
  })
})

describe('a value that is of no use ends the build with file and variable', () => {
  const address = "is to be an http(s) address such as https://gateway.example.com, or / for the page's own; not"

  it.each([
    'gateway.example.com',
    '//gateway.example.com',
    'ftp://gateway.example.com',
    'https://gate way.example.com',
    'https://lin:secret@gateway.example.com',
    'https://gateway.example.com/?a=b',
    "https://a.example;script-src'",
    'https://*.example.com',
    'https://[::1]:3000',
  ])('S25: the gateway’s address %j', async (url) => {
    await writeFiles({ beta: `PAGE_HOSTNAMES=beta.example\nGATEWAY_URL="${url}"` })
    expect(() => readEnvironments(folder, {})).toThrow(
      new Error(`GATEWAY_URL in .env.beta ${address} ${JSON.stringify(url)}`),
    )
  })

  const hostnames = 'is to hold hostnames by commas, without scheme, port, path or blank; not'

  it.each([
    'https://mail.example',
    'mail.example:443',
    'mail.example/login',
    'mail.example?a=b',
    'lin@mail.example',
    'mail.example beta.example',
    '*.example',
    'mail..example',
    '[::1]:3000',
    '[mail]',
  ])('the page’s hostname %j', async (hostname) => {
    await writeFiles({ production: `PAGE_HOSTNAMES="ok.example,${hostname}"` })
    expect(() => readEnvironments(folder, {})).toThrow(
      new Error(`PAGE_HOSTNAMES in .env.production ${hostnames} ${JSON.stringify(hostname)}`),
    )
  })

  it('one hostname in two environments, however it is written', async () => {
    await writeFiles({ ...three, production: 'PAGE_HOSTNAMES=mail.example.com,BETA.Example.com' })
    expect(() => readEnvironments(folder, {})).toThrow(
      new Error('PAGE_HOSTNAMES in .env.beta and PAGE_HOSTNAMES in .env.production both name beta.example.com'),
    )
    await writeFiles({ ...three, production: 'PAGE_HOSTNAMES=mail.example.com,Mail.example.com' })
    expect(readEnvironments(folder, {})).toHaveLength(3)
  })

  it('an address that no hostname leads to', async () => {
    await writeFiles({ beta: 'GATEWAY_URL=https://gateway.example.com' })
    expect(() => readEnvironments(folder, {})).toThrow(
      new Error('PAGE_HOSTNAMES in .env.beta is empty, so no page uses GATEWAY_URL in .env.beta'),
    )
  })

  it('a variable that the file does not have, such as one of another environment', async () => {
    await writeFiles({ beta: 'GATEWAY_URL_PRODUCTION=https://gateway.example.com' })
    expect(() => readEnvironments(folder, {})).toThrow(
      new Error('GATEWAY_URL_PRODUCTION in .env.beta is none of its variables: PAGE_HOSTNAMES, GATEWAY_URL'),
    )
  })

  it('a variable of the process, which is named beside the one that it overrides', async () => {
    await writeFiles(three)
    expect(() => readEnvironments(folder, { GATEWAY_URL_BETA: 'gateway' })).toThrow(
      new Error(`GATEWAY_URL_BETA, in place of GATEWAY_URL in .env.beta, ${address} "gateway"`),
    )
    expect(() => readEnvironments(folder, { PAGE_HOSTNAMES_BETA: 'localhost' })).toThrow(
      new Error(
        'PAGE_HOSTNAMES in .env.local and PAGE_HOSTNAMES_BETA, in place of PAGE_HOSTNAMES in .env.beta, both name localhost',
      ),
    )
  })
})

describe('the build', () => {
  const project = (): InlineConfig => ({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    // With these prefixes Vite would hand on what it reads itself.
    envPrefix: ['PAGE_', 'GATEWAY_'],
    plugins: [environmentsBuild()],
  })

  async function buildIn(mode: string) {
    const input = join(folder, 'main.js')
    await writeFile(input, 'console.log(__EP_ENVIRONMENTS__, import.meta.env)')
    const made = await build({ ...project(), mode, build: { write: false, minify: false, rolldownOptions: { input } } })
    const outputs = 'output' in made ? made.output : []
    const origins = outputs.find(({ fileName }) => fileName === 'gateway-origins.json')
    return {
      code: outputs.flatMap((one) => (one.type === 'chunk' ? one.code : [])).join(''),
      origins: origins?.type === 'asset' ? origins.source : undefined,
    }
  }

  it.each(['production', 'beta', 'development'])(
    'in mode %s has all three files, each once, and no merge',
    async (mode) => {
      await writeFiles(three)
      const { code, origins } = await buildIn(mode)
      expect(origins).toBe('["https://gateway.example.com"]')
      for (const hostname of ['localhost', 'beta.example.com', 'mail.example.com'])
        expect(code.split(`"${hostname}"`)).toHaveLength(2)
      expect(code).not.toMatch(/PAGE_HOSTNAMES|GATEWAY_URL/)
    },
  )

  it('S25: permits no host that only stands for one', async () => {
    await writeFiles({ ...three, production: 'PAGE_HOSTNAMES=mail.ep.example\nGATEWAY_URL=https://gateway.ep.example' })
    const { code, origins } = await buildIn('production')
    expect(code).toContain('https://gateway.ep.example/')
    expect(origins).toBe('["https://gateway.example.com"]')
  })

  it('ends where a value is of no use', async () => {
    await writeFiles({ ...three, production: 'PAGE_HOSTNAMES=localhost' })
    await expect(buildIn('beta')).rejects.toThrow('PAGE_HOSTNAMES in .env.local and PAGE_HOSTNAMES in .env.production')
  })

  it('of the development server begins anew when one of the files changes', async () => {
    await writeFiles(three)
    const server = await createServer({
      ...project(),
      optimizeDeps: { noDiscovery: true },
      // The test says itself what has changed.
      server: { middlewareMode: true, ws: false, watch: null },
    })
    try {
      const table = () => String(server.config.define?.__EP_ENVIRONMENTS__)
      expect(table()).toContain('mail.example.com')
      const file = join(folder, '.env.production')
      await writeFile(file, 'PAGE_HOSTNAMES=post.example.com')
      server.watcher.emit('change', file)
      await vi.waitFor(() => expect(table()).toContain('post.example.com'))
    } finally {
      await server.close()
    }
  })
})
