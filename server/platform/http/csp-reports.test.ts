import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { register } from 'prom-client'
import { createTestApp } from '#server/testing/app.ts'
import { createLog } from '../log.ts'
import { parseReport } from './csp-reports.ts'

const lines: string[] = []
let test: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  const log = createLog({ LOG_LEVEL: 'warn' }, 'test', { write: (line) => void lines.push(line) })
  test = await createTestApp({ log })
})
afterAll(() => test.close())
beforeEach(() => {
  lines.length = 0
  register.getSingleMetric('lockstep_csp_reports_total')?.reset()
})

let addresses = 0
const send = (body: unknown, { type = 'application/csp-report', from = `10.9.0.${(addresses += 1)}` } = {}) =>
  test.app.http.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    remoteAddress: from,
  })
const counted = async () => {
  const metric = await register.getSingleMetric('lockstep_csp_reports_total')?.get()
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels['directive'], value]))
}

const reportOf = (report: object) => ({ 'csp-report': report })

describe('a report of a browser', () => {
  it('is counted by directive and logged without query, path of others and sample', async () => {
    const first = await send(
      reportOf({
        'document-uri': 'http://localhost:5000/orders?q=ana@example.com',
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/steal.js?who=ana@example.com',
        'source-file': 'http://localhost:5000/assets/orders-abc123.js?x',
        'line-number': 7,
        'script-sample': 'ana@example.com',
      }),
    )
    expect([first.statusCode, first.body]).toEqual([204, ''])
    await send(reportOf({ 'violated-directive': "img-src 'self'", 'blocked-uri': 'inline' }))
    expect(await counted()).toEqual({ 'script-src': 1, 'img-src': 1 })
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        level: 'warn',
        msg: 'a browser reported a violation of the content security policy',
        directive: 'script-src',
        blocked: 'https://evil.example',
        page: '/orders',
        source: '/assets/orders-abc123.js',
        line: 7,
      },
      { directive: 'img-src', blocked: 'inline', page: 'none' },
    ])
    expect(lines.join()).not.toContain('ana@')
  })

  it('is counted and not logged when an extension of the browser caused it', async () => {
    await send(reportOf({ 'effective-directive': 'script-src', 'source-file': 'chrome-extension://abc/x.js' }))
    expect([await counted(), lines]).toEqual([{ extension: 1 }, []])
  })

  it('that is none changes nothing', async () => {
    for (const body of ['', '{', 'null', '[]', '[1,{}]', '{"csp-report":"x"}', '{"csp-report":null}']) {
      expect((await send(body)).statusCode, body).toBe(204)
    }
    expect([await counted(), lines]).toEqual([{}, []])
  })

  it('has at most 16 KB, and a type of reports', async () => {
    const report = JSON.stringify(reportOf({ 'effective-directive': 'img-src' }))
    expect((await send(report.padEnd(16_384))).statusCode).toBe(204)
    expect((await send(report.padEnd(16_385))).statusCode).toBe(413)
    expect((await send(report, { type: 'text/plain' })).statusCode).toBe(415)
  })

  it('is refused over 60 a minute from one network', async () => {
    const from = '203.0.113.99'
    const statuses = new Set<number>()
    for (let n = 0; n < 60; n++) statuses.add((await send('{}', { from })).statusCode)
    expect([...statuses]).toEqual([204])
    expect((await send('{}', { from })).statusCode).toBe(429)
  })
})

describe('the labels and fields of a report', () => {
  const parse = (report: object) => parseReport(JSON.stringify(reportOf(report)), 'https://shop.example')

  it.each([
    ['style-src-attr', 'style-src'],
    ['trusted-types', 'trusted-types'],
    ['made-up', 'other'],
    ['', 'other'],
  ])('directive %s is counted as %s', (given, directive) => {
    expect(parse({ 'effective-directive': given })?.directive).toBe(directive)
  })

  it.each([
    ['https://shop.example/orders?q=ana', '/orders'],
    ['https://shop.example/unsubscribe/secret-token', 'none'],
    ['data:text/html,ana', 'data:'],
    ['blob:https://shop.example/1', 'none'],
    ['not a url', 'other'],
  ])('what was blocked is named without personal data: %s', (url, blocked) => {
    expect(parse({ 'blocked-uri': url })?.blocked).toBe(blocked)
  })
})
