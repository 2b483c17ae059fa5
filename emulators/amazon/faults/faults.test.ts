import { expect, test } from 'vitest'
import { createClock } from '../../clock.ts'
import { createFaults, lwaOperation } from './faults.ts'

function create() {
  const clock = createClock({ speed: 0 })
  const faults = createFaults(clock)
  const takeKinds = (times: number, operation = 'ask') =>
    Array.from({ length: times }, () => faults.take(operation)?.kind ?? null)
  return { clock, faults, takeKinds }
}

test('a fault without options strikes the next call', () => {
  const { faults, takeKinds } = create()
  faults.add({ kind: 'drop' })
  expect(takeKinds(3)).toEqual(['drop', null, null])
})

test('a fault with a count strikes that many calls of its operation', () => {
  const { faults, takeKinds } = create()
  faults.add({ kind: 'drop', operation: 'ask', next: 2 })
  expect(takeKinds(1, 'other')).toEqual([null])
  expect(takeKinds(3)).toEqual(['drop', 'drop', null])
})

test('a fault with seconds lasts that long on the emulator’s clock', () => {
  const { clock, faults, takeKinds } = create()
  faults.add({ kind: 'throttle', seconds: 60 })
  clock.advance(59_999)
  expect(takeKinds(2)).toEqual(['throttle', 'throttle'])
  clock.advance(1)
  expect(takeKinds(1)).toEqual([null])
})

test('a fault with every strikes each n-th call until it is cleared', () => {
  const { faults, takeKinds } = create()
  faults.add({ kind: 'error-503', every: 3 })
  expect(takeKinds(7)).toEqual([null, null, 'error-503', null, null, 'error-503', null])
  faults.clear()
  expect(takeKinds(6)).toEqual(Array(6).fill(null))
})

test('several faults strike one after the other', () => {
  const { faults, takeKinds } = create()
  faults.add({ kind: 'drop' })
  faults.add({ kind: 'html-502' })
  expect(takeKinds(3)).toEqual(['drop', 'html-502', null])
})

test('the token endpoint is struck only when it is named', () => {
  const { faults, takeKinds } = create()
  faults.add({ kind: 'drop', next: 5 })
  expect(takeKinds(1, lwaOperation)).toEqual([null])
  faults.add({ kind: 'hang', operation: lwaOperation })
  expect(takeKinds(1, lwaOperation)).toEqual(['hang'])
  faults.clear()
  faults.add({ kind: 'lost-lwa' })
  expect(takeKinds(1)).toEqual([null])
  expect(takeKinds(1, lwaOperation)).toEqual(['lost-lwa'])
})
