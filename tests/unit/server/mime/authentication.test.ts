/** What a mail server found of a sender, read from fields as servers write them and as attackers would have them read. */
import { describe, expect, it } from 'vitest'
import { parseAuthenticationResults } from '#server/mime/header/authenticationResults'
import { message, read } from './reading'

const found = (values: readonly string[], trusted: readonly string[] = ['mx.ep.test'], from = 'boss@bank.test') =>
  read(
    message([`From: ${from}`, ...values.map((value) => `Authentication-Results: ${value}`), '', 'x'], 'utf8'),
    trusted,
  ).authentication
const verdicts = (spf: string, dkim: string, dmarc: string) => ({ spf, dkim, dmarc })

describe('Authentication-Results', () => {
  it('S31: a verdict inside a quoted string or a comment is none', () => {
    expect(
      found([
        'mx.ep.test; spf=fail smtp.mailfrom="a; dmarc=pass; spf=pass "@evil.test; dmarc=fail header.from=bank.test',
      ]),
    ).toEqual(verdicts('fail', 'none', 'fail'))
    const comment = '(domain of a;dmarc=pass@evil.test does not designate)'
    expect(found([`mx.ep.test; spf=fail ${comment} smtp.helo=x; dmarc=fail header.from=bank.test`])).toEqual(
      verdicts('fail', 'none', 'fail'),
    )
  })

  it('S31: every field of a trusted server counts, as three filters write them', () => {
    const fields = [
      'mx.ep.test; dkim=pass (2048-bit key) header.d=evil.test header.i=@evil.test',
      'mx.ep.test; spf=none smtp.mailfrom=evil.test',
      'mx.ep.test; dmarc=fail (p=reject dis=none) header.from=bank.test',
    ]
    expect(found(fields)).toEqual(verdicts('none', 'pass', 'fail'))
    expect(found(fields.toReversed())).toEqual(verdicts('none', 'pass', 'fail'))
    expect(found([...fields, 'mx.ep.test; dmarc=pass'])).toEqual(verdicts('none', 'pass', 'fail'))
    expect(found(['other.test; dmarc=fail', 'mx.ep.test; dmarc=pass'])).toEqual(verdicts('none', 'none', 'pass'))
  })

  it('S31: an unended comment or string takes every pass of its field away, and no fail', () => {
    expect(found(['mx.ep.test; dmarc=pass; spf=fail x; dkim=pass (never ended'])).toEqual(
      verdicts('fail', 'none', 'none'),
    )
    expect(found(['mx.ep.test; dkim=pass header.d=bank.test; spf=pass reason="x'])).toEqual(
      verdicts('none', 'none', 'none'),
    )
  })

  it('one aligned signature that holds is enough, and without it a failed one is told', () => {
    const broken = 'dkim=fail (body hash) header.d=bank.test'
    expect(found([`mx.ep.test; ${broken}; dkim=pass header.d=mail.bank.test`]).dkim).toBe('pass')
    expect(found([`mx.ep.test; ${broken}; dkim=pass header.i=@BANK.test`]).dkim).toBe('pass')
    expect(found([`mx.ep.test; ${broken}; dkim=pass header.d=list.test`]).dkim).toBe('fail')
    expect(found([`mx.ep.test; ${broken}; dkim=pass header.d=evilbank.test`]).dkim).toBe('fail')
    expect(found(['mx.ep.test; dkim=pass header.d=list.test']).dkim).toBe('pass')
    expect(found([`mx.ep.test; dkim=pass header.d=bank.test`, `mx.ep.test; ${broken}`]).dkim).toBe('fail')
  })

  it.each([
    ['none', 'mx.ep.test; none', verdicts('none', 'none', 'none')],
    ['a version', 'mx.ep.test 1; spf/1=pass; dkim / 1 = fail', verdicts('pass', 'fail', 'none')],
    ['a version that is not known', 'mx.ep.test 2; spf=pass', verdicts('none', 'none', 'none')],
    ['a method of another version', 'mx.ep.test; spf/2=pass; dmarc=fail', verdicts('none', 'none', 'fail')],
    [
      'comments within comments',
      'mx.ep.test (a (b \\) (c)) d) 1 (x); spf (y) = (z;spf=fail) pass',
      verdicts('pass', 'none', 'none'),
    ],
    [
      'quoted pairs',
      'mx.ep.test; spf=pass smtp.mailfrom="a\\"; spf=fail; \\\\"@x.test; dmarc=pass',
      verdicts('pass', 'none', 'pass'),
    ],
    ['a quoted server', '"mx.ep.test"; spf=pass', verdicts('pass', 'none', 'none')],
    ['capitals', 'MX.EP.Test; SPF=Pass; DMARC=FAIL', verdicts('pass', 'none', 'fail')],
    [
      'folding',
      'mx.ep.test;\r\n\tspf=pass\r\n (a;\r\n dmarc=pass)\r\n smtp.mailfrom=x;\r\n dmarc=fail',
      verdicts('pass', 'none', 'fail'),
    ],
    ['space around dots', 'mx.ep.test; dkim=pass header . d = bank.test; dkim=fail', verdicts('none', 'pass', 'none')],
    [
      'what Microsoft adds',
      'mx.ep.test; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=x;dmarc=pass action=none header.from=x;compauth=pass reason=100',
      verdicts('pass', 'none', 'pass'),
    ],
    [
      'results of another kind',
      'mx.ep.test; spf=softfail; dkim=temperror; dmarc=bestguesspass',
      verdicts('fail', 'none', 'none'),
    ],
    ['a result that goes on', 'mx.ep.test; dmarc=pass@evil.test; spf=pass=fail', verdicts('none', 'none', 'none')],
    ['no separator', 'mx.ep.test spf=pass', verdicts('none', 'none', 'none')],
  ])('reads %s', (_what, value, expected) => {
    expect(found([value])).toEqual(expected)
  })

  it('knows a server by its name in either spelling', () => {
    expect(found(['mx.例子.test; spf=pass'], ['mx.xn--fsqu00a.test']).spf).toBe('pass')
    expect(found(['mx.xn--fsqu00a.test; spf=pass'], ['MX.例子.test']).spf).toBe('pass')
  })

  it('S30: garbage is no verdict and never an error', () => {
    const pieces = ['mx.ep.test', ';', 'spf', '=', '"', '(', ')', '\\', '.', '/', ' ', '\0', 'ÿ', 'header.d', '@', '1']
    let seed = 7
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return pieces[seed % pieces.length] ?? ''
    }
    for (let at = 0; at < 3_000; at += 1) {
      const value = Array.from({ length: at % 23 }, next).join('')
      for (const { method, result } of parseAuthenticationResults(value)?.results ?? [])
        expect(`${method}=${result}`).toMatch(/^[a-z0-9_-]+=[a-z0-9_-]+$/)
    }
  })
})
