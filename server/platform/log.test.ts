import { expect, it } from 'vitest'
import { createLog, createRequestLog } from './log.ts'

function capture() {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'info' }, 'web', { write: (line) => lines.push(line) })
  return { log, written: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

it('the log redacts secrets at every depth that our calls use', () => {
  const { log, written } = capture()
  log.info(
    { token: 'a', body: { password: 'b', inner: { clientSecret: 'c' } }, headers: { 'set-cookie': 'd' } },
    'said',
  )
  const cut = '[redacted]'
  const body = { password: cut, inner: { clientSecret: cut } }
  expect(written()).toMatchObject([{ msg: 'said', token: cut, body, headers: { 'set-cookie': cut } }])
})

it('a request log has the request id in every line and redacts secrets too', () => {
  const { log, written } = capture()
  const ofRequest = createRequestLog(log, 'request-1')
  ofRequest.info({ token: 'a' }, 'first')
  ofRequest.child({ job: 'mail' }).info('second')
  log.info('not of it')
  expect(written()).toMatchObject([
    { role: 'web', reqId: 'request-1', token: '[redacted]', msg: 'first' },
    { role: 'web', reqId: 'request-1', job: 'mail', msg: 'second' },
    { role: 'web', msg: 'not of it' },
  ])
  expect(written()[2]).not.toHaveProperty('reqId')
})

it('a line break in a value begins no line of its own (log injection)', () => {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'info' }, 'web', { write: (line) => lines.push(line) })
  const forged = 'x\n{"level":"error","msg":"forged"}\r\u2028'
  createRequestLog(log, forged).info({ path: forged, err: new Error(forged) }, forged)
  expect(lines.map((line) => line.trimEnd().split(/[\n\r]/).length)).toEqual([1])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: forged, path: forged, reqId: forged })
})

it('every line has its time in UTC', () => {
  const { log, written } = capture()
  log.info('now')
  expect(written()[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

it('the log entry of a broken connection omits the queries sent on it', () => {
  const { log, written } = capture()
  const client = { secretKey: 7, _activeQuery: { values: ['ana@example.com'] } }
  const broken = Object.assign(new Error('Connection terminated', { cause: new Error('reset') }), {
    client,
    code: 'E1',
  })
  log.error({ err: broken }, 'job queue')
  createRequestLog(log, 'request-1').error({ err: broken }, 'request failed')
  for (const line of written()) {
    expect(line).toMatchObject({ err: { type: 'Error', message: expect.stringContaining('terminated'), code: 'E1' } })
    expect(JSON.stringify(line)).toMatch(/reset/)
    expect(JSON.stringify(line)).not.toMatch(/ana@example|secretKey/)
  }
})
