import { describe, expect, it } from 'vitest'
import { listenMetrics, makeMetrics } from '#server/http/metrics'
import { readPrometheus } from '#tests/support/gateway/prometheusText'

describe('metrics', () => {
  it('are written as a strict reader takes them', async () => {
    const metrics = makeMetrics()
    const count = metrics.counter('ep_mail_things_total', 'Things, by \\ kind\nand more')
    const awkward = { kind: 'a "quoted"\\ one\nand a line' }
    count(awkward)
    count(awkward, 2)
    count({ kind: 'plain' })
    metrics.gauge('ep_mail_depth', 'Depth', () => [{ value: 0.5 }])
    metrics.gauge('ep_mail_limit', 'Limit', () => [{ labels: { of: 'x' }, value: Infinity }])
    const families = readPrometheus(await metrics.render())
    expect(families.get('ep_mail_things_total')).toEqual({
      type: 'counter',
      help: 'Things, by \\\\ kind\\nand more',
      samples: [
        { name: 'ep_mail_things_total', labels: awkward, value: 3 },
        { name: 'ep_mail_things_total', labels: { kind: 'plain' }, value: 1 },
      ],
    })
    expect(families.get('ep_mail_depth')?.samples).toEqual([{ name: 'ep_mail_depth', labels: {}, value: 0.5 }])
    expect(families.get('ep_mail_limit')?.samples[0]?.value).toBe(Infinity)
  })

  it('count a value into every bucket that it fits', async () => {
    const metrics = makeMetrics()
    const took = metrics.histogram('ep_mail_seconds', 'Seconds', [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 7]) took({ call: 'a' }, value)
    took({ call: 'b' }, 2)
    const samples = readPrometheus(await metrics.render()).get('ep_mail_seconds')?.samples ?? []
    const ofA = samples.filter(({ labels }) => labels.call === 'a')
    expect(ofA.map(({ name, labels, value }) => [name, labels.le, value])).toEqual([
      ['ep_mail_seconds_bucket', '0.1', 2],
      ['ep_mail_seconds_bucket', '1', 3],
      ['ep_mail_seconds_bucket', '+Inf', 4],
      ['ep_mail_seconds_sum', undefined, 7.65],
      ['ep_mail_seconds_count', undefined, 4],
    ])
  })

  it('leave a gauge out that cannot be read, and nothing else', async () => {
    const metrics = makeMetrics()
    metrics.gauge('ep_mail_away', 'Away', () => {
      throw new Error('away')
    })
    metrics.gauge('ep_mail_there', 'There', async () => [{ value: 1 }])
    const families = readPrometheus(await metrics.render())
    expect(families.get('ep_mail_away')?.samples).toEqual([])
    expect(families.get('ep_mail_there')?.samples).toHaveLength(1)
  })

  it('are served on a port of their own, and nothing else is', async () => {
    const metrics = makeMetrics()
    metrics.counter('ep_mail_a_total', 'A')()
    const listener = await listenMetrics({ host: '127.0.0.1', port: 0, metrics })
    try {
      const answer = await fetch(`http://127.0.0.1:${listener.port}/metrics`)
      expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      expect(readPrometheus(await answer.text()).get('ep_mail_a_total')?.samples[0]?.value).toBe(1)
      expect((await fetch(`http://127.0.0.1:${listener.port}/`)).status).toBe(404)
      expect((await fetch(`http://127.0.0.1:${listener.port}/metrics`, { method: 'POST' })).status).toBe(404)
    } finally {
      await listener.close()
    }
  })
})

describe('the reader of metrics', () => {
  const head = '# HELP a b\n# TYPE a '
  it.each([
    ['a sample before its type', 'a 1\n'],
    ['a type without help', '# TYPE a counter\na 1\n'],
    ['an open end', `${head}counter\na 1`],
    ['an open quote', `${head}counter\na{b="c} 1\n`],
    ['a bare word', `${head}counter\na one\n`],
    ['one sample twice', `${head}counter\na 1\na 2\n`],
    ['another family’s sample', `${head}counter\nb 1\n`],
    ['buckets that fall', `${head}histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n`],
    ['no last bucket', `${head}histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n`],
  ])('refuses %s', (_name, text) => {
    expect(() => readPrometheus(text)).toThrow()
  })
})
