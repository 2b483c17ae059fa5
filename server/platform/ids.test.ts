import { afterEach, expect, it, vi } from 'vitest'
import { idFrom, newId } from './ids.ts'

afterEach(() => vi.useRealTimers())

it('newId makes UUIDs version 7', () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('an id contains its time, so that ids sort by creation', () => {
  const made = Date.UTC(2026, 8, 20)
  expect(Number.parseInt(newId(made).replaceAll('-', '').slice(0, 12), 16)).toBe(made)
  expect(newId(made) < newId(made + 1)).toBe(true)
})

it('newId never repeats an id', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newId(0))).size).toBe(1000)
})

it('ids are monotonic within a millisecond, beyond the counter, and when the clock is set back', () => {
  const now = Date.now()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const ids = Array.from({ length: 10_000 }, () => newId())
  vi.setSystemTime(now - 60_000)
  ids.push(newId())
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

it('idFrom is deterministic, and different for different words', () => {
  expect(idFrom('shop', 'order')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(idFrom('shop', 'order')).toBe(idFrom('shop', 'order'))
  expect(idFrom('shop', 'order')).not.toBe(idFrom('shopo', 'rder'))
})
