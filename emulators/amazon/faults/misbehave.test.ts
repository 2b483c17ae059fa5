import { expect, test } from 'vitest'
import { control, createCaller, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'
import type { RunningAmazon } from '../start-amazon.ts'
import { faultKinds, type FaultKind } from './faults.ts'

type Expected = { isDone: boolean; seen: object | 'nothing' | 'broken' }

/** For each fault: whether the operation was carried out, and what the caller received. */
const expectations: Record<Exclude<FaultKind, 'lost-lwa'>, Expected> = {
  throttle: { isDone: false, seen: { status: 429, body: { errors: [{ code: 'QuotaExceeded' }] } } },
  'error-500': { isDone: false, seen: { status: 500, body: { errors: [{ code: 'InternalFailure' }] } } },
  'error-502': { isDone: false, seen: { status: 502, body: { errors: [{ code: 'InternalFailure' }] } } },
  'error-503': { isDone: false, seen: { status: 503, body: { errors: [{ code: 'InternalFailure' }] } } },
  hang: { isDone: false, seen: 'nothing' },
  drop: { isDone: false, seen: 'broken' },
  'drop-after-acting': { isDone: true, seen: 'broken' },
  late: { isDone: true, seen: 'nothing' },
  'html-502': { isDone: false, seen: { status: 502, body: undefined, text: expect.stringMatching(/^<html>/) } },
  'html-200': { isDone: false, seen: { status: 200, body: undefined, text: expect.stringMatching(/^<html>/) } },
  truncated: { isDone: true, seen: { status: 200, body: undefined, text: '{' } },
  'out-of-order': { isDone: true, seen: { status: 200, body: {} } },
  'expire-token': {
    isDone: false,
    seen: { status: 403, body: { errors: [{ code: 'Unauthorized', details: expect.stringMatching(/expired/) }] } },
  },
  'wrong-shape': { isDone: true, seen: { status: 200, body: { items: 'none' } } },
}

const putSomething = {
  method: 'POST',
  body: { sellerSku: 'TEE-L', marketplaceId: unitedStates, productName: 'Tee, large' },
}
const items = '/fba/inventory/v1/items'
const account = '/sellers/v1/account'
const isThere = ({ state }: RunningAmazon) =>
  state.sellers['A1K7NORTHFIELD']?.stock[unitedStates]?.['TEE-L'] !== undefined

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate)
}
const orBroken = (answer: Promise<unknown>) => answer.catch(() => 'broken')

test.each(faultKinds.filter((kind) => kind !== 'lost-lwa'))('%s', async (kind) => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  const expected = expectations[kind]
  amazon.faults.add({ kind })
  const answer = orBroken(call(items, putSomething))
  await until(() => amazon.faults.read().length === 0)
  // When another call has been answered, this one has its answer too if it gets one.
  await call(account)
  if (expected.seen === 'nothing') expect(await Promise.race([answer, Promise.resolve('nothing')])).toBe('nothing')
  else if (expected.seen === 'broken') expect(await answer).toBe('broken')
  else expect(await answer).toMatchObject(expected.seen)
  expect(isThere(amazon)).toBe(expected.isDone)
})

test('lost-lwa breaks the connection of token requests, and of nothing else', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  amazon.faults.add({ kind: 'lost-lwa' })
  expect((await call(items, putSomething)).status).toBe(200)
  expect(await orBroken(fetch(`${amazon.url}/auth/o2/token`, { method: 'POST' }))).toBe('broken')
})

test('a late answer comes after its delay on the clock', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  amazon.faults.add({ kind: 'late', delaySeconds: 45 })
  const answer = call(items, putSomething)
  await until(() => isThere(amazon))
  amazon.clock.advance(45_000)
  expect((await answer).status).toBe(200)
})

test('an out-of-order answer comes after the next one', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  amazon.faults.add({ kind: 'out-of-order' })
  const order: string[] = []
  const first = call(items, putSomething).then(() => order.push('first'))
  await until(() => isThere(amazon))
  const second = call(account).then(() => order.push('second'))
  await Promise.all([first, second])
  expect(order).toEqual(['second', 'first'])
})

test('an out-of-order answer comes alone when there is no other request', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  amazon.faults.add({ kind: 'out-of-order' })
  const answer = call(items, putSomething)
  await until(() => isThere(amazon))
  amazon.clock.advance(10_000)
  expect((await answer).status).toBe(200)
})

test('injected throttling does not count as a violation', async () => {
  const amazon = await startForTest({ limits: 'amazon' })
  const call = createCaller(amazon)
  amazon.faults.add({ kind: 'throttle' })
  expect((await call(account)).status).toBe(429)
  expect(amazon.stats.read()['getAccount']).toMatchObject({ requests: 1, violations: 0 })
})

test('a fault can be added by the control plane, by existing names only', async () => {
  const amazon = await startForTest()
  const added = await control(amazon, 'POST', '/faults', { kind: 'drop', operation: 'getAccount', next: 2 })
  expect(added).toMatchObject({ status: 200, body: { faults: [{ kind: 'drop', operation: 'getAccount', next: 2 }] } })
  expect(await orBroken(createCaller(amazon)(account))).toBe('broken')
  expect((await control(amazon, 'POST', '/faults', { kind: 'drop', operation: 'getNothing' })).status).toBe(400)
  expect((await control(amazon, 'POST', '/faults', { kind: 'explode' })).status).toBe(400)
  expect((await control(amazon, 'DELETE', '/faults')).body).toEqual({ faults: [] })
  expect((await createCaller(amazon)(account)).status).toBe(200)
})
